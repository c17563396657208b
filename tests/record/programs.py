"""Record what the programs of tests/programs do under real PyTorch, into tests/records/programs.

Run it with an interpreter that has torch 2.13.0:

    python tests/record/programs.py [--topic TOPIC ...]
"""

import argparse
import os
from pathlib import Path

import execution

TESTS = Path(__file__).resolve().parent.parent
PROGRAMS = TESTS / "programs"
RECORDS = TESTS / "records" / "programs"


def main() -> None:
    """Record the chosen topics, or all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--topic", action="append", help="record only this folder of tests/programs")
    topics = parser.parse_args().topic or sorted(p.name for p in PROGRAMS.iterdir() if p.is_dir())
    os.chdir(PROGRAMS)
    RECORDS.mkdir(parents=True, exist_ok=True)
    for topic in topics:
        records = record_topic(topic)
        (RECORDS / f"{topic}.json").write_text(execution.dump(records))
        print(f"{topic}: {len(records)} programs")


def record_topic(topic: str) -> dict[str, dict]:
    """The records of a topic's programs, by name; a program that is not repeatable is refused."""
    records = {}
    for path in sorted(Path(topic).glob("*.py")):
        try:
            records[path.stem] = execution.record(path.read_text(), str(path))
        except (execution.Unstable, RuntimeError) as reason:
            print(f"refused: {path}: {reason}")
            continue
        if records[path.stem]["backward"] is None:
            print(f"no order: {path}")
    return records


if __name__ == "__main__":
    main()
