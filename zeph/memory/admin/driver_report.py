"""What the database driver is and lacks, for ``zeph doctor``.

In: nothing. Out: facts, and a sentence for each problem with what mends it.
"""

from zeph.storage.engine.driver import FIXED_WAL, driver, vec_extension


def driver_report() -> tuple[dict[str, str], list[str]]:
    """(driver, version, vectors), problems."""
    used, problems = driver(), []
    if used.version < FIXED_WAL:
        problems.append(
            f"SQLite {used.version_text} ({used.name}) has known defects in WAL mode: "
            "`pip install pysqlite3` brings a newer one."
        )
    if vec_extension() is None:
        problems.append(
            "sqlite-vec cannot be loaded: vectors are compared one by one, which is slower. "
            "`pip install pysqlite3 sqlite-vec` mends it."
        )
    vectors = "sqlite-vec" if vec_extension() else "scan"
    return {"driver": used.name, "version": used.version_text, "vectors": vectors}, problems
