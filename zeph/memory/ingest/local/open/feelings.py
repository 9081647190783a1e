"""What one feels, as the thing that it is: "felt accomplished" is a feeling of accomplishment.

In: an adjective. Out: the noun for it, which can be an entity as the adjective cannot; nothing for adjectives that
describe and name no feeling.
"""

_AS_NOUN = dict(
    pair.split("=")
    for pair in "accepted=acceptance accomplished=accomplishment afraid=fear alive=liveliness amazed=amazement angry=anger "
    "annoyed=annoyance anxious=anxiety appreciated=appreciation ashamed=shame at-peace=peace awed=awe blessed=gratitude "
    "bored=boredom brave=courage bummed=disappointment calm=calm calmer=calm centered=balance cheerful=cheerfulness "
    "comfortable=comfort comforted=comfort confident=confidence confused=confusion connected=connection content=contentment "
    "creative=creativity curious=curiosity depressed=depression desperate=despair determined=determination "
    "devastated=grief disappointed=disappointment discouraged=discouragement disheartened=discouragement "
    "drained=exhaustion eager=eagerness embarrassed=embarrassment empowered=empowerment encouraged=encouragement "
    "energized=energy excited=excitement exhausted=exhaustion fearless=courage free=freedom frightened=fear "
    "frustrated=frustration fulfilled=fulfillment grateful=gratitude guilty=guilt happier=happiness happy=happiness "
    "heartbroken=grief helpless=helplessness homesick=homesickness hopeful=hope hopeless=hopelessness hurt=hurt "
    "included=inclusion insecure=insecurity inspired=inspiration isolated=isolation jealous=jealousy joyful=joy "
    "liberated=freedom lonely=loneliness loved=love mad=anger motivated=motivation nervous=nervousness "
    "nostalgic=nostalgia optimistic=optimism overjoyed=joy overwhelmed=overwhelm panicked=panic peaceful=peace "
    "powerful=power proud=pride psyched=excitement pumped=excitement ready=readiness reassured=reassurance "
    "recharged=energy refreshed=refreshment rejuvenated=rejuvenation relaxed=relaxation relieved=relief "
    "restless=restlessness sad=sadness safe=safety satisfied=satisfaction scared=fear seen=recognition shocked=shock "
    "shy=shyness sleepy=tiredness stoked=excitement stressed=stress stronger=strength supported=support "
    "surprised=surprise terrified=fear thankful=gratitude thrilled=excitement tired=tiredness uneasy=unease "
    "understood=understanding uplifted=encouragement upset=upset valued=appreciation worried=worry worthless=worthlessness".split()
)


def feeling_of(adjective: str) -> str:
    """The noun; empty where the adjective names no feeling."""
    return _AS_NOUN.get(adjective, "")
