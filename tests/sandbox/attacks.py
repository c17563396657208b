"""Programs that try to get out of the sandbox, by category; each prints ESCAPED if it gets what it wants.

None does harm where it succeeds: they are also run in a sandbox without its lock, which must let them out.
"""

PRELUDE = """
import gc, io, os, sys
errno = sys.modules["errno"]
ctypes = sys.modules["ctypes"]
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = libc.mmap.restype = libc.mremap.restype = ctypes.c_long
MACHINE = 0 if NUMBERS == "x86_64" else 1
def arg(a):
    return ctypes.c_long(a) if isinstance(a, int) else a
def call(x86_64, aarch64, *arguments):
    number = (x86_64, aarch64)[MACHINE]
    ctypes.set_errno(0)
    return libc.syscall(ctypes.c_long(number), *map(arg, arguments))
def reached(result):
    "The kernel has carried the call out, or has at least looked at its arguments."
    if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
        print("ESCAPED")
def c(name, *arguments):
    ctypes.set_errno(0)
    return getattr(libc, name)(*map(arg, arguments))
"""

HOARD = """
MIB = 1 << 20
ALLOWED = 96 * MIB
def libraries():
    "Start and length of each library, from the loader's list and the program headers."
    at = libc._handle
    while at:
        base, name, _, at = (ctypes.c_ulong * 4).from_address(at)
        if b"openblas" in ctypes.string_at(name) or b"gfortran" in ctypes.string_at(name):
            head = ctypes.string_at(base, 4096)
            first, size, count = (int.from_bytes(head[a:b], "little") for a, b in ((32, 40), (54, 56), (56, 58)))
            parts = [head[first + n * size:] for n in range(count)]
            ends = [sum(int.from_bytes(p[a:a + 8], "little") for a in (16, 40)) for p in parts if p[:4] == bytes([1, 0, 0, 0])]
            yield base, max(ends) + 4095 & ~4095
def chunks(size=MIB, protection=3):
    while (start := c("mmap", 0, size, protection, 0x4022, -1, 0)) != -1:
        yield start
def touched(start, size=MIB):
    ctypes.memset(start, 1, size)
    return size
def hold(size):
    "Say so if what has been written to and is still held is more than is allowed, by a tenth."
    if size > ALLOWED * 1.1:
        print("ESCAPED", size // MIB)
STACK = ctypes.c_void_p.in_dll(libc, "program_invocation_name").value & ~4095  # exec has put it at the stack's end
LIBRARIES = list(libraries())
for start, size in LIBRARIES:
    c("munmap", start, size)
"""

ATTACKS = {
    "read files": {
        "open": 'os.open("/etc/passwd", os.O_RDONLY); print("ESCAPED")',
        "io": 'print("ESCAPED", io.FileIO("/etc/passwd").read(1))',
        "open_code": 'io.open_code("/etc/passwd"); print("ESCAPED")',
        "fopen": 'reached(c("fopen", b"/etc/passwd", b"r") or -1)',
        "listdir": 'os.listdir("/"); print("ESCAPED")',
        "scandir": 'list(os.scandir(".")); print("ESCAPED")',
        "stat": 'os.stat("/etc/passwd"); print("ESCAPED")',
        "statfs": 'os.statvfs("/"); print("ESCAPED")',
        "access": 'os.access("/etc", os.F_OK) and print("ESCAPED")',
        "readlink": 'os.readlink("/proc/self/exe"); print("ESCAPED")',
        "environment of the parent": 'os.open(f"/proc/{os.getpid()}/environ", 0); print("ESCAPED")',
        "memory through proc": 'os.open("/proc/self/mem", os.O_RDONLY); print("ESCAPED")',
        "numpy": 'import numpy; numpy.fromfile("/etc/hostname", dtype="u1"); print("ESCAPED")',
        "linecache": 'import linecache; linecache.getlines("/etc/passwd") and print("ESCAPED")',
        "openat2": 'reached(call(437, 437, -100, b"/etc/passwd", (ctypes.c_uint64 * 3)(), 24))',
        "open_by_handle_at": "reached(call(304, 265, -100, None, 0))",
        "getcwd": 'os.getcwd(); print("ESCAPED")',
        "chdir": 'os.chdir("/"); print("ESCAPED")',
    },
    "write files": {
        "create": 'os.open(SCRATCH + "/a", os.O_CREAT | os.O_WRONLY); print("ESCAPED")',
        "mkdir": 'os.mkdir(SCRATCH + "/b"); print("ESCAPED")',
        "symlink": 'os.symlink("/", SCRATCH + "/c"); print("ESCAPED")',
        "mkfifo": 'os.mkfifo(SCRATCH + "/d"); print("ESCAPED")',
        "numpy": 'import numpy; numpy.zeros(3).tofile(SCRATCH + "/e"); print("ESCAPED")',
        "chmod": 'os.chmod(SCRATCH, 0o700); print("ESCAPED")',
        "utime": 'os.utime(SCRATCH); print("ESCAPED")',
        "memfd": 'os.memfd_create("x"); print("ESCAPED")',
        "umask": 'c("umask", 0o22) != -1 and print("ESCAPED")',
    },
    "start processes": {
        "fork": 'os.fork() and print("ESCAPED")',
        "vfork by clone": "reached(call(56, 220, 0x1000000, 0, 0, 0, 0))",
        "system": 'os.system("true") == 0 and print("ESCAPED")',
        "spawn": 'os.posix_spawn("/bin/true", ["true"], {}); print("ESCAPED")',
        "exec": 'os.execv("/bin/echo", ["echo", "ESCAPED"])',
        "execveat": 'reached(call(322, 281, -100, b"/nowhere", None, None, 0))',
        "thread": "import threading; t = threading.Timer(0, print, ['ESCAPED']); t.start(); t.join()",
        "clone3": "reached(call(435, 435, None, 0))",
    },
    "signal others": {
        "parent": 'os.kill(os.getpid() - 1, 0); print("ESCAPED")',
        "everyone": "reached(call(62, 129, -1, 0))",
        "group": 'os.killpg(0, 0); print("ESCAPED")',
        "thread": "reached(call(234, 131, os.getpid(), os.getpid(), 0))",
        "queue": "reached(call(129, 138, os.getpid(), 0, None))",
        "pidfd": "reached(call(434, 434, os.getpid(), 0))",
        "handler": 'import signal as s; s.signal(s.SIGUSR1, s.SIG_IGN); print("ESCAPED")'.replace(
            "import signal as s", "s = sys.modules['signal']"
        ),
        "timer": 's = sys.modules["signal"]; s.setitimer(s.ITIMER_REAL, 0); print("ESCAPED")',
    },
    "network": {
        "tcp": 's = sys.modules["_socket"]; s.socket(s.AF_INET); print("ESCAPED")',
        "udp": 's = sys.modules["_socket"]; s.socket(s.AF_INET, s.SOCK_DGRAM); print("ESCAPED")',
        "unix": 's = sys.modules["_socket"]; s.socketpair(); print("ESCAPED")',
        "netlink": 'reached(c("socket", 16, 3, 0))',
        "uring": "reached(call(425, 425, 1, None))",
        "zygote's socket": """
for thing in gc.get_objects():
    if type(thing).__name__ == "socket":
        thing.send(b'{"kill": 0}'); print("ESCAPED")
""",
    },
    "memory": {
        "executable map": 'reached(c("mmap", 0, 4096, 7, 0x22, -1, 0))',
        "executable protection": """
page = c("mmap", 0, 4096, 3, 0x22, -1, 0)
reached(c("mprotect", page, 4096, 5))
""",
        "file map": 'reached(c("mmap", 0, 4096, 1, 2, 1, 0))',
        "shared map": 'reached(c("mmap", 0, 4096, 3, 0x21, -1, 0))',
        "shared segment": "reached(call(29, 194, 0, 4096, 0o600))",
        "memory of the parent": "reached(call(310, 270, os.getpid(), None, 0, None, 0, 0))",
        "trace": "reached(call(101, 117, 16, os.getpid() - 1, 0, 0))",
        "page faults": "reached(call(323, 282, 1))",
        "protection keys": "reached(call(330, 289, 0, 0))",
        "locked memory": 'reached(c("mlock", id(c) & ~4095, 4096))',
        "address zero": "ctypes.string_at(0)",
    },
    "more memory": {
        "of the libraries": "hold(sum(map(touched, chunks())))",
        "over the libraries": """
held = 0
for start, size in LIBRARIES:  # where they have been
    if c("mmap", start, size, 3, 0x32, -1, 0) == start:
        held += touched(start, size)
hold(held + sum(map(touched, chunks())))
""",
        "no longer writable": """
held = 0
for start in chunks():
    held += touched(start)
    if c("mprotect", start, MIB, 1) != 0:
        break
hold(held + sum(map(touched, chunks())))
""",
        "not writable at first": """
starts = list(chunks(2 * MIB, 1))
hold(sum(touched(start, 2 * MIB) for start in starts if c("mprotect", start, 2 * MIB, 3) == 0))
""",
        "of a part of the stack": """
size, unused = 28 * MIB, STACK - 4 * MIB
touched(unused, 4096)
start = c("mremap", unused, 4096, size, 1)
hold((touched(start, size) if start != -1 else 0) + sum(map(touched, chunks())))
""",
        "of many stacks": """
end, held = STACK, 0
for _ in range(8):
    for page in range(end - 4096, end - 6 * MIB, -4096):
        held += touched(page, 1) * 4096 if page < STACK - MIB else 0
    end = page + 4096
    if c("munmap", end, 4096) == -1:
        break
hold(held + sum(map(touched, chunks())))
""",
        "grown again": """
held = 0
for start in chunks(2 * MIB):
    touched(start, 2 * MIB)
    c("madvise", start, MIB, 8)
    held += MIB
    if c("mremap", start, 2 * MIB, MIB, 0) == -1 or c("mremap", start, MIB, 2 * MIB, 1) == -1:
        break
hold(held)
""",
        "of the break": """
libc.sbrk.restype = ctypes.c_long
held = 0
while (start := c("sbrk", MIB)) != -1:
    held += touched(start)
hold(held + sum(map(touched, chunks())))
""",
        "in huge pages": """
held = 0
for start in chunks(4 * MIB, 3):
    c("madvise", start, 4 * MIB, 14)
    held += touched(start, 4 * MIB)
hold(held + sum(map(touched, chunks())))
""",
        "of page tables": """
far = [c("mmap", n << 30, 4096, 3, 0x22, -1, 0) for n in range(1024, 3072)]
if len({start >> 30 for start in far if start != -1}) > 1000:
    print("ESCAPED")
""",
    },
    "clocks": {
        "of another process": """
for pid in range(max(1, os.getpid() - 1000), os.getpid()):
    for kind in (0, 1, 2, 4, 5, 6):
        if c("clock_gettime", ~pid << 3 | kind, (ctypes.c_long * 2)()) == 0:
            print("ESCAPED", pid)
            sys.exit()
""",
        "which processes exist": """
for pid in range(1, os.getpid()):
    reached(call(229, 114, ~pid << 3 | 2, None))
    if pid > 50:
        break
""",
        "to wait for another process": "reached(call(230, 115, ~os.getpid() << 3 | 2, 1, (ctypes.c_long * 2)(), None))",
        "of a device": "reached(call(228, 113, ~1 << 3 | 3, (ctypes.c_long * 2)()))",
        "of the network card": "reached(call(228, 113, 16, (ctypes.c_long * 2)()))",
    },
    "time limits": {
        "disarm the kernel's timer": """
for timer in range(100):
    if call(223, 110, timer, 0, (ctypes.c_long * 4)(), None) == 0 or call(226, 111, timer) == 0:
        print("ESCAPED")
""",
        "look at the kernel's timer": "reached(call(224, 108, 0, (ctypes.c_long * 4)()))",
        "alarm": 'c("setitimer", 0, (ctypes.c_long * 4)(), None) == 0 and print("ESCAPED")',
        "stop oneself": "reached(call(62, 129, os.getpid(), 0))",
    },
    "rendezvous": {
        "at a library's page": """
page = ctypes.cast(libc.getppid, ctypes.c_void_p).value & ~4095
reached(call(202, 98, page, 1, 1, None))
""",
        "at a page of all": 'reached(c("mmap", 0, 4096, 3, 0x21, -1, 0))',
    },
    "rights": {
        "user": 'os.setuid(0); print("ESCAPED")',
        "group": 'os.setgid(0); print("ESCAPED")',
        "capabilities": "reached(call(126, 91, (ctypes.c_uint32 * 2)(0x20080522), (ctypes.c_uint32 * 6)()))",
        "dumpable": "reached(call(157, 167, 4, 1, 0, 0, 0))",
        "seccomp": "reached(call(317, 277, 2, 0, (ctypes.c_uint32 * 1)(0x7FFF0000)))",
        "user namespace": "reached(call(272, 97, 0x10000000))",
        "namespace of another": "reached(call(308, 268, 0, 0))",
        "chroot": 'reached(c("chroot", b"/"))',
        "mount": 'reached(c("mount", None, None, None, 0, None))',
        "module": "reached(call(313, 273, -1, None, 0))",
        "bpf": "reached(call(321, 280, 99, None, 0))",
        "performance counters": "reached(call(298, 241, None, 0, -1, -1, 0))",
        "kernel log": 'reached(c("klogctl", 10, None, 0))',
        "keys": "reached(call(250, 219, 0, -3, 0))",
        "host name": "reached(call(170, 161, None, 1 << 20))",
        "clock": "reached(call(227, 112, 99, None))",
        "personality": "reached(call(135, 92, 0xFFFFFFFF))",
    },
    "limits": {
        "raise one": 'r = sys.modules["resource"]; r.setrlimit(r.RLIMIT_CPU, (1, 1)); print("ESCAPED")',
        "of the parent": "reached(call(302, 261, os.getpid(), 0, None, None))",
        "priority": 'os.setpriority(0, 0, 19); print("ESCAPED")',
        "affinity": 'os.sched_setaffinity(0, {0}); print("ESCAPED")',
        "scheduler": "reached(call(144, 119, 0, 3, (ctypes.c_int * 1)(0)))",
    },
    "file descriptors": {
        "new pipe": 'os.pipe(); print("ESCAPED")',
        "duplicate": 'os.dup(1); print("ESCAPED")',
        "fcntl": 'reached(c("fcntl", 1, 3))',
        "ioctl": 'reached(c("ioctl", 0, 0x541B, (ctypes.c_int * 1)()))',
        "others": """
for number in range(4, 300):
    try:
        os.write(number, b""); print("ESCAPED")
    except PermissionError:
        continue
""",
        "read the answer": "reached(call(0, 63, 3, None, 0))",
        "event": "reached(call(290, 19, 0, 0))",
        "poll set": "reached(call(291, 20, 0))",
        "watch files": "reached(call(294, 26, 0))",
        "timer": "reached(call(283, 85, 1, 0))",
        "sendfile": "reached(call(40, 71, 1, 1, None, 0))",
        "splice": "reached(call(275, 76, 0, None, 1, None, 0, 0))",
    },
    "messages": {
        "queue": "reached(call(68, 186, 0, 0o600))",
        "semaphore": "reached(call(64, 190, 0, 1, 0o600))",
        "posix queue": 'reached(call(240, 180, b"x", 2, 0, None))',
    },
    "look around": {
        "environment": 'os.environ and print("ESCAPED")',
        "system": 'os.uname(); print("ESCAPED")',
        "parent": "reached(call(110, 173))",
        "session": 'os.getsid(0); print("ESCAPED")',
        "machine": "reached(call(99, 179, (ctypes.c_uint64 * 64)()))",
        "processors": 'os.sched_getaffinity(0); print("ESCAPED")',
        "limits": 'r = sys.modules["resource"]; r.getrlimit(r.RLIMIT_AS); print("ESCAPED")',
    },
    "Python": {
        "import of ctypes": 'import ctypes; print("ESCAPED")',
        "import of subprocess": 'import subprocess; print("ESCAPED")',
        "real open": 'import tempfile; tempfile.TemporaryFile(); print("ESCAPED")',
        "frames": """
frame = sys._getframe()
while frame:
    for value in list(frame.f_locals.values()):
        if type(value).__name__ == "socket":
            value.recv(1); print("ESCAPED")
    frame = frame.f_back
""",
        "bytecode": """
def f(): pass
f.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 40), co_consts=())
f()
""",
        "exit hooks": "import atexit; atexit.register(print, 'ESCAPED')".replace(
            "import atexit", "atexit = sys.modules.get('atexit') or sys.exit()"
        ),
    },
}


# What PyTorch itself offers.
TORCH_ATTACKS = {
    "PyTorch reads files": {
        "from_file": 'print("ESCAPED", torch.from_file("/etc/passwd", size=4, dtype=torch.uint8))',
        "storage": 'print("ESCAPED", torch.UntypedStorage.from_file("/etc/passwd", False, 4))',
        "hub": """
import builtins
builtins.open = io.open
torch.hub.download_url_to_file("file:///etc/passwd", SCRATCH + "/hub", progress=False)
print("ESCAPED")
""",
        "numpy's map": """
import builtins, numpy
builtins.open = io.open
torch.from_numpy(numpy.memmap("/etc/passwd", mode="c"))
print("ESCAPED")
""",
    },
    "PyTorch writes files": {
        "writer in C++": """
torch._C.PyTorchFileWriter(SCRATCH + "/written").write_end_of_file()
print("ESCAPED")
""",
        "shared file": 'torch.from_file(SCRATCH + "/shared", shared=True, size=4).fill_(1); print("ESCAPED")',
        "compiled module": 'torch.jit.trace(torch.sin, torch.ones(1)).save(SCRATCH + "/traced"); print("ESCAPED")',
        "profile": """
with torch.profiler.profile() as profile:
    torch.ones(1)
profile.export_chrome_trace(SCRATCH + "/profile")
print("ESCAPED")
""",
        "store": 'torch.distributed.FileStore(SCRATCH + "/store", 1).set("a", "b"); print("ESCAPED")',
    },
    "PyTorch loads code": {
        "library": """
lib = os.path.join(torch.__path__[0], "lib")
torch.ops.load_library(os.path.join(lib, "libjitbackend_test.so"))
print("ESCAPED")
""",
        "extension": """
from torch.utils import cpp_extension
cpp_extension._get_build_directory("x", False)
print("ESCAPED")
""",
        "pickle": """
class Call:
    def __reduce__(self):
        return os.mkdir, (SCRATCH + "/pickled",)
file = io.BytesIO()
torch.save(Call(), file)
file.seek(0)
torch.load(file, weights_only=False)
print("ESCAPED")
""",
        "machine code": """
torch.backends.mkldnn.set_flags(True)
torch.nn.Conv2d(3, 8, 3)(torch.ones(2, 3, 9, 9))
print("ESCAPED")
""",
    },
    "PyTorch starts processes": {
        "process": """
import torch.multiprocessing
process = torch.multiprocessing.get_context("fork").Process(target=print, args=["ESCAPED"])
process.start(), process.join()
""",
        "spawn": """
import builtins
builtins.open = io.open
torch.multiprocessing.start_processes(print, nprocs=1, start_method="fork")
print("ESCAPED")
""",
        "workers": """
from torch.utils.data import DataLoader
list(DataLoader(range(4), num_workers=1))
print("ESCAPED")
""",
        "threads of the backward pass": """
class Deep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, depth):
        ctx.depth = depth
        return x.clone()
    @staticmethod
    def backward(ctx, grad):
        if ctx.depth:
            with torch.enable_grad():
                Deep.apply(torch.ones(1, requires_grad=True), ctx.depth - 1).backward()
        return grad, None
Deep.apply(torch.ones(1, requires_grad=True), 62).backward()
print("ESCAPED")
""",
    },
    "PyTorch shares memory": {
        "tensor": 'torch.ones(3).share_memory_(); print("ESCAPED")',
        "descriptor": 'torch.UntypedStorage._new_using_fd_cpu(4); print("ESCAPED")',
        "manager": """
torch.multiprocessing.set_sharing_strategy("file_system")
torch.ones(3).share_memory_()
print("ESCAPED")
""",
    },
    "PyTorch's network": {
        "store": 'torch.distributed.TCPStore("127.0.0.1", 0, 1, True); print("ESCAPED")',
        "connection": """
from datetime import timedelta
store = torch.distributed.HashStore()
torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=1, timeout=timedelta(seconds=1))
print("ESCAPED")
""",
    },
    "PyTorch's memory": {
        "one tensor": 'torch.empty(128 << 20, dtype=torch.uint8).fill_(1); print("ESCAPED")',
        "many tensors": """
kept = []
for _ in range(128):
    kept.append(torch.empty(1 << 20, dtype=torch.uint8).fill_(1))
print("ESCAPED")
""",
        "in place": 'torch.ones(1).resize_(32 << 20).fill_(1); print("ESCAPED")',
        "of a product": 'torch.ones(6000, 1) @ torch.ones(1, 6000); print("ESCAPED")',
        "a hundred GB": """
torch.empty(100 << 30, dtype=torch.uint8)[0] = 1
print("ESCAPED")
""",
    },
}


def all_attacks(machine: str, scratch: str, engine: str = "built-in") -> dict[str, str]:
    """Return every attack as a complete program; `scratch` is an existing folder that it may write to."""
    of_torch = TORCH_ATTACKS if engine == "torch" else {}
    head = f"NUMBERS, SCRATCH = {machine!r}, {scratch!r}" + PRELUDE + ("import torch" if of_torch else "")
    return {
        f"{category}: {name}": head + (HOARD if category == "more memory" else "\n") + body
        for category, attacks in (ATTACKS | of_torch).items()
        for name, body in attacks.items()
    }
