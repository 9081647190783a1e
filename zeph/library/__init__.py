"""The memory for Python programs: ``zeph.Memory``, and ``zeph.SyncMemory`` for scripts and notebooks (docs/library.md).

In: texts and questions. Out: records. It is the memory that the doors use, with what a program would else write by
hand."""
