-- What was said in a stretch of time, and what says a date in one, are found by it.

CREATE INDEX messages_by_time ON messages (space_id, sent_at);

-- The dates that a message names: [start, stop) in its person's calendar.
-- Made in the background: graph_metadata has under 'dates_until' the last message that was looked at.
CREATE TABLE message_dates (
    message_id INTEGER NOT NULL REFERENCES messages(id) ON DELETE CASCADE,
    space_id   INTEGER NOT NULL REFERENCES spaces(id),
    start      TEXT NOT NULL,
    stop       TEXT NOT NULL,
    PRIMARY KEY (message_id, start, stop)
) WITHOUT ROWID;
CREATE INDEX message_dates_by_time ON message_dates (space_id, start, stop, message_id);
