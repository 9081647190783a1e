"""From chat as it is typed to plain sentences that state something."""
