-- What other programs say is to be kept: read as it comes, like a chat, but nobody typed it.

-- Only a check changes and no row (sqlite.org/lang_altertable.html, section 7).
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, '(''chat'', ''import'')', '(''chat'', ''import'', ''agent'')')
    WHERE type = 'table' AND name = 'conversations';
PRAGMA writable_schema = RESET;
