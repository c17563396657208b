// Which imports of a text reach beyond the program: files, other programs, the network. For a reader who is asked whether to run it.

const REACHING = new Set(
  (
    "os sys io pathlib shutil glob tempfile fileinput mmap ctypes cffi subprocess multiprocessing concurrent threading asyncio pty " +
    "signal socket ssl select selectors urllib http ftplib smtplib poplib imaplib telnetlib xmlrpc socketserver requests httpx " +
    "aiohttp webbrowser importlib runpy code pickle shelve dbm sqlite3 winreg msvcrt builtins"
  ).split(" "),
);

/**
 * Return the modules of these that a text imports, each once, as they first come. It reads lines, and no syntax: a text may hide an
 * import from it, so nothing is safe for being left out.
 * @param {string} text @returns {string[]}
 */
export function reaching(text) {
  const statements = text.matchAll(/(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)|import[ \t]+([\w., \t]+))/gm);
  const modules = [...statements].flatMap(([, from, imported]) =>
    from ? [from] : imported.split(",").map((one) => one.trim().split(/\s/)[0]),
  );
  const dynamic = /\b__import__\b/.test(text) ? ["__import__"] : [];
  const found = modules.map((one) => one.split(".")[0]).filter((one) => REACHING.has(one));
  return [...new Set([...found, ...dynamic])];
}
