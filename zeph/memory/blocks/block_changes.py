"""What a change makes of a block: pure, decided on the form that it has when the change is written.

In: every form of a block, the change's own words. Out: the next form. Raises UsageError, in a sentence that a model can
act on too, where the block is the person's alone, has no room, or does not hold what is to be replaced; NotFound where
there is no such block.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from zeph.errors import NotFound, UsageError
from zeph.records.block import Author, BlockForm, BlockHistory
from zeph.safety.injection import is_planted
from zeph.storage.ports import BlockChange

STANDING: Mapping[str, str] = {
    "persona": "Who you are here, and how you speak.",
    "human": "The person you talk with; what facts tell of them follows by itself.",
}
"""Blocks that are there from the beginning, first in this order, and what each is for."""


@dataclass(frozen=True, slots=True)
class Writing:
    """Who writes into which block."""

    label: str
    by: Author
    char_limit: int
    """Of a block that is made by it."""

    def add(self, text: str, description: str | None = None, char_limit: int | None = None) -> BlockChange:
        """A line at the end; the person makes a block by it."""

        def change(known: BlockHistory) -> BlockForm:
            form = self._form(known, makes=self.by == "person")
            form = replace(form, description=description or form.description, char_limit=char_limit or form.char_limit)
            return self._with(form, "\n".join(filter(None, (form.text, text))), text)

        return change

    def replace(self, old: str, new: str) -> BlockChange:
        """``new`` in the place of ``old``, which stands there once."""

        def change(known: BlockHistory) -> BlockForm:
            form = self._form(known)
            found = form.text.count(old)
            if not old or not found:
                raise UsageError(
                    f"The block {self.label} does not hold this text, so nothing was changed: give the text to replace"
                    " exactly as it stands there."
                )
            if found > 1:
                raise UsageError(
                    f"This text stands {found} times in the block {self.label}, so nothing was changed: give more of"
                    " what stands around it."
                )
            return self._with(form, _tidy(form.text.replace(old, new)), new)

        return change

    def rewrite(self, text: str) -> BlockChange:
        """The whole text anew."""

        def change(known: BlockHistory) -> BlockForm:
            return self._with(self._form(known, makes=self.by == "person"), text, text)

        return change

    def set(
        self, description: str | None = None, char_limit: int | None = None, read_only: bool | None = None
    ) -> BlockChange:
        """What is None stays."""

        def change(known: BlockHistory) -> BlockForm:
            form = self._form(known)
            if char_limit is not None and len(form.text) > char_limit:
                raise UsageError(f"The block {self.label} has {len(form.text)} characters already; shorten it first.")
            return replace(
                form,
                description=form.description if description is None else description,
                char_limit=char_limit or form.char_limit,
                read_only=form.read_only if read_only is None else read_only,
            )

        return change

    def undo(self, form_id: int | None) -> BlockChange:
        """The form before, or that of ``form_id``, once more; what came between stays in the history."""

        def change(known: BlockHistory) -> BlockForm:
            if known.current is None:
                raise NotFound(no_block(self.label))
            wanted = known.form(known.current.before_id if form_id is None else form_id)
            if wanted is None:
                told = (
                    f"nothing before its first form; `/blocks remove {self.label}` takes it out of every request."
                    if form_id is None
                    else f"no form {form_id}; `/blocks history {self.label}` shows what it was."
                )
                raise NotFound(f"The block {self.label} has {told}")
            return replace(wanted, written_by=self.by)

        return change

    def remove(self, known: BlockHistory) -> BlockForm:
        """Out of every request; undoing brings it back."""
        return replace(self._form(known), removed=True)

    def _form(self, known: BlockHistory, *, makes: bool = False) -> BlockForm:
        """The form to change. A block that was removed is made anew, empty."""
        form = known.current
        if form is not None and form.read_only and self.by == "model":
            raise UsageError(f"The block {self.label} is read-only: only the person changes it. Nothing was changed.")
        if form is not None and not form.removed:
            return replace(form, before_id=form.id, written_by=self.by)
        if not makes and self.label not in STANDING:
            raise NotFound(no_block(self.label))
        before = form.id if form else None
        return BlockForm(0, before, "", STANDING.get(self.label, ""), self.char_limit, False, False, self.by, "")

    def _with(self, form: BlockForm, text: str, new: str) -> BlockForm:
        over = len(text) - form.char_limit
        if over > 0:
            raise UsageError(
                f"The block {self.label} would have {len(text)} of at most {form.char_limit} characters, {over} too"
                " many, so nothing was changed: shorten it or what is new."
            )
        if self.by == "model" and (is_planted(new) or (is_planted(text) and not is_planted(form.text))):
            raise UsageError(
                f"Nothing was written into the block {self.label}: this reads like an order to a model. Write what is"
                " known, in plain sentences."
            )
        return replace(form, text=text)


def no_block(label: str) -> str:
    return f"There is no block {label}; `/blocks` shows what there is."


def _tidy(text: str) -> str:
    """Without lines that are empty now."""
    return "\n".join(line.rstrip() for line in text.split("\n") if line.strip())
