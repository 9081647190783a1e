"""What `zeph bench retrieval` measures, and the file that it reads: a part of docs/cli.md."""

BENCH_FILE = """The file holds what was said and what is asked; see the format below. It goes into a temporary memory of
its own, with the settings in effect, as imported messages would (facts by the local reader, unless \
`memory.graph.extractor` is
`llm` or `hybrid`), and every question is put to it beside plain full-text search (FTS5 with Porter stemming, \
speaker and
date in the text, stop words out of the question). Printed by category: recall@5/10/20/50 (the share of the evidence \
among
the first so many), hit (all of it), MRR, nDCG@10, and recall within 500/1,000/2,000 tokens of whole messages at four
characters a token.

`--format jsonl` takes one object a line:

```json
{"type": "message", "id": "m1", "conversation": "walks", "speaker": "Ann", "role": "user", \
"text": "Rex is a collie.", "sent_at": "2024-05-01T10:00:00Z"}
{"type": "question", "text": "What breed is Rex?", "evidence": ["m1"], "category": "single fact", \
"at": "2024-06-01T00:00:00Z"}
```

A message is a line of `zeph import`, with ids that are unique in the file; without `speaker` it is the person's \
own, or the
assistant's by its role. A question's `evidence` are the ids of the messages that answer it; where it is empty, nothing
does, and it is counted how often nothing came. `at` is when it is asked; without it, after everything.
`--format locomo` takes LoCoMo's JSON file; its adversarial questions are left out of the line "all"."""
