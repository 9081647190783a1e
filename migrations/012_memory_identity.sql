-- A memory is known by an id of its own, whatever its file is called; its copies carry the id too.

CREATE TABLE memory_identity (
    id   TEXT    NOT NULL,
    -- 1: a copy, which may be replaced by a newer one; 0: a memory that somebody uses.
    copy INTEGER NOT NULL CHECK (copy IN (0, 1))
);
INSERT INTO memory_identity (id, copy) VALUES (lower(hex(randomblob(16))), 0);
