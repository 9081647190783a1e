"""A made-up life for the pictures: Mara restores wooden boats.

In: a memory with a clock. Out: six years of talk in it.
"""

from zeph.clock import FixedClock
from zeph.memory.facade import Memory
from zeph.records.message import Conversation, NewMessage

PRESENT = "2026-05-14 18:20:00"
TOLD = (
    ("2020-03-02 09:10:00", "My name is Mara. I live in Porto. I work at Casa Verde as a carpenter."),
    ("2020-03-02 09:14:00", "My sister Ines lives in Lisbon. Ines works at Lumen Labs as a chemist."),
    ("2020-09-18 20:02:00", "My dog is called Biscuit. Biscuit is afraid of thunder."),
    ("2021-01-09 11:40:00", "I started learning Norwegian. My teacher is Solveig."),
    ("2021-06-21 17:05:00", "I bought a boat called Petrel. Petrel was built in 1962."),
    ("2021-06-21 17:09:00", "I restore Petrel with Tomas. Tomas is my neighbour. Tomas plays the accordion."),
    ("2022-02-14 08:30:00", "I moved to Bergen. I now work at Nordlys Boatyard as a boatbuilder."),
    ("2022-02-14 08:33:00", "My boss is Henrik. Henrik lives in Bergen."),
    ("2022-08-03 21:15:00", "Solveig works at Bergen Aquarium. Solveig lives in Bergen."),
    ("2022-08-04 19:00:00", "I use Fusion 360 and Rhino. I like rye bread and strong coffee."),
    ("2023-01-20 10:10:00", "Ines moved to Oslo. Ines now works at Fjord Biotech."),
    ("2023-04-30 16:45:00", "Ines is married to Jonas. Jonas is a pilot. Jonas works at Fjord Air."),
    ("2023-10-11 18:20:00", "I switched from Fusion 360 to FreeCAD. Henrik uses Rhino."),
    ("2024-03-08 12:00:00", "My nephew is called Emil. Emil is the son of Ines. Emil likes dinosaurs."),
    ("2024-06-15 22:30:00", "I went to Lofoten with Solveig. I met Astrid in Lofoten."),
    ("2024-06-16 09:12:00", "Astrid lives in Lofoten. Astrid works at Lofoten Museum. Astrid plays the fiddle."),
    ("2024-11-02 14:00:00", "Tomas moved to Bergen. Tomas works at Nordlys Boatyard."),
    ("2025-02-19 19:40:00", "I am allergic to walnuts. I no longer drink coffee."),
    ("2025-05-05 18:05:00", "The Petrel project uses epoxy, oak and larch. Henrik recommended larch."),
    ("2025-09-27 13:30:00", "I founded Stillwater Boats with Tomas. Stillwater Boats is located in Bergen."),
    ("2025-09-27 13:34:00", "Stillwater Boats uses FreeCAD and Blender. I no longer work at Nordlys Boatyard."),
    ("2026-02-08 10:00:00", "Solveig moved to Tromsø. Solveig now works at Polar Institute."),
    ("2026-04-19 20:15:00", "Jonas likes sailing. Ines prefers trains. Emil goes to Havn School."),
)


async def tell(memory: Memory, conversation: Conversation, clock: FixedClock) -> None:
    """Everything that was said, at its time, with the facts it became; the clock then stands at the present."""
    for at, text in TOLD:
        clock.at = FixedClock(at).at
        said = await memory.observe(NewMessage(conversation.id, "user", text))
        await memory.ingest_now(said)
    clock.at = FixedClock(PRESENT).at
