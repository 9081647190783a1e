"""The shape of the house, checked: ``python -m tests.house``, a part of ``make check``.

In: the repository's files, the package's imports. Out: a line for each fault, and exit code 1 where there is one. A
file, tests and benchmarks too, has at most 400 lines; a function of the package or a benchmark is at most of radon's
grade C (its count has boolean operators in it); no modules import one another in a circle (imports inside functions and
for types count), and no two modules of one name could be taken for each other.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
from radon.complexity import cc_visit

ROOT = Path(__file__).resolve().parents[1]
MOST_LINES = 400
MOST_COMPLEX = 20
"""The last value of grade C."""
ROLES = {"__init__", "__main__", "app", "client", "errors", "ports", "wire"}
"""Names that tell a module's role in its folder, and are meant with it."""


def modules(*folders: str) -> list[Path]:
    """Every module that is checked, of the package or of other folders, relative to the root."""
    return [path.relative_to(ROOT) for folder in folders or ("zeph",) for path in sorted((ROOT / folder).rglob("*.py"))]


def long_files() -> Iterator[str]:
    for path in modules("zeph", "benchmarks", "docs", "tests"):
        if (lines := len((ROOT / path).read_text(encoding="utf-8").splitlines())) > MOST_LINES:
            yield f"{path}: {lines} lines; at most {MOST_LINES}"


def complex_functions() -> Iterator[str]:
    for path in modules("zeph", "benchmarks", "docs"):
        for block in cc_visit((ROOT / path).read_text(encoding="utf-8")):
            if block.letter != "C" and block.complexity > MOST_COMPLEX:
                place = f"{path}:{block.lineno}: {block.fullname}"
                yield f"{place} has complexity {block.complexity}; at most {MOST_COMPLEX}"


def same_names() -> Iterator[str]:
    places = defaultdict(list)
    for path in modules():
        if path.stem not in ROLES:
            places[path.stem].append(path.as_posix())
    for paths in places.values():
        if len(paths) > 1:
            yield f"one name: {', '.join(paths)}"


def circles() -> Iterator[str]:
    """The first circle of imports that is met; mending it shows the next."""
    graph = grimp.build_graph("zeph", cache_dir=None)
    arrows = {name: graph.find_modules_directly_imported_by(name) for name in sorted(graph.modules)}
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        yield f"a circle of imports: {' -> '.join(reversed(error.args[1]))}"


def main() -> int:
    faults = [*long_files(), *complex_functions(), *same_names(), *circles()]
    print("\n".join(faults) if faults else f"the house: {len(modules())} modules are in order")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
