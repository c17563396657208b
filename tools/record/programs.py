"""Record what the programs of the corpus do under real PyTorch, into tests/records/programs.

Run it from the project's root with an interpreter that has torch 2.13.0:

    python -m tools.record.programs [--topic TOPIC ...]

Every program runs under each setting of `settings`. A record keeps what the canonical one gave, and what of it is
unstable (see `stability.marked`). In the end the share of programs that have unstable lines is printed.
"""

import argparse
import os
from pathlib import Path

from tests.support.corpus import PROGRAMS, RECORDS, ROOT

from . import execution, stability


def main() -> None:
    """Record the chosen topics, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--topic", action="append", help="record only this folder of tests/programs, or `lessons`")
    topics = parser.parse_args().topic or sorted({name.partition("/")[0] for name in PROGRAMS})
    programs = {f"{name}.py": source for name, source in PROGRAMS.items() if name.partition("/")[0] in topics}
    os.chdir(ROOT / "tests" / "programs")
    records = stability.records(programs)
    for topic in topics:
        of_topic = {Path(name).stem: record for name, record in records.items() if Path(name).parent.name == topic}
        (RECORDS / f"{topic}.json").write_text(execution.dump(of_topic))
    print(stability.summary(records))


if __name__ == "__main__":
    main()
