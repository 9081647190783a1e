-- Up to which message the person had the conversation summed up: those are not sent to a model again. 0: none.

ALTER TABLE conversation_summaries ADD COLUMN compacted_until INTEGER NOT NULL DEFAULT 0;
