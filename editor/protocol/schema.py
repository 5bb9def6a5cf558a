"""What protocol.json may say. Every slip of the pen in it ends the build with a sentence."""
import sys
from collections import namedtuple

SCALARS = {"u8": 1, "u16": 2, "u32": 4, "i16": 2, "f32": 4, "f64": 8}
PLAIN = ("int", "number", "string", "bool")

# list: how many lists deep; choices: what a string may be, or ().
Field = namedtuple("Field", "name type list optional choices")
Message = namedtuple("Message", "name about fields kind reply")
Protocol = namedtuple("Protocol", "version about structs records requests replies pushes heard told")


def wrong(sentence):
    sys.exit("protocol.json: error: " + sentence)


def field(place, name, text, known):
    text, _, choices = text.partition(":")
    text = text.strip()
    optional = text.endswith("?")
    if optional:
        text = text[:-1]
    depth = 0
    while text.startswith("[") and text.endswith("]"):
        text, depth = text[1:-1], depth + 1
    if text not in known:
        wrong('%s.%s has the type "%s", which is none' % (place, name, text))
    return Field(name, text, depth, optional, tuple(c.strip() for c in choices.split("|")) if choices else ())


def messages(group, entries, known, kinds=False, replies=None):
    result, used = [], set()
    for name, entry in entries.items():
        place = group + "." + name
        for key in entry:
            if key not in ("about", "fields", "kind", "reply"):
                wrong('%s has "%s", which means nothing' % (place, key))
        if kinds and (entry.get("kind") in used or not 1 <= entry.get("kind", 0) <= 255):
            wrong("%s needs a kind from 1 to 255 of its own" % place)
        used.add(entry.get("kind"))
        if replies is not None and entry.get("reply") not in replies:
            wrong('%s has the reply "%s", which is none' % (place, entry.get("reply")))
        fields = [field(place, n, t, known) for n, t in entry.get("fields", {}).items()]
        if kinds and any(f.optional or f.list > 1 or f.choices for f in fields):
            wrong("%s: a binary message has neither fields that may be left out, nor lists of lists, nor choices" % place)
        result.append(Message(name, entry.get("about", ""), fields, entry.get("kind"), entry.get("reply")))
    return result


def read(data):
    known = set(PLAIN) | set(data["structs"])
    structs = messages("structs", data["structs"], known)
    binary = set(SCALARS) | {"text"}
    records = [Message(name, "", [field("records." + name, n, t, binary) for n, t in fields.items()], None, None)
               for name, fields in data["records"].items()]
    binary |= set(data["records"])
    protocol = Protocol(data["version"], data["about"], structs, records,
                        messages("requests", data["requests"], known, replies=data["replies"]),
                        messages("replies", data["replies"], known), messages("pushes", data["pushes"], known),
                        messages("heard", data["heard"], binary, kinds=True),
                        messages("told", data["told"], binary, kinds=True))
    kinds = [m.kind for m in protocol.heard + protocol.told]
    if len(kinds) != len(set(kinds)):
        wrong("two binary messages have one kind")
    if any(f.list or f.type not in SCALARS for m in protocol.told for f in m.fields):
        wrong("what a game is told is numbers alone: it has no memory to read into")
    for message in structs + protocol.requests + protocol.replies + protocol.pushes:
        if any(f.name in ("type", "id") for f in message.fields) and message not in structs:
            wrong('%s: "type" and "id" are the envelope\'s' % message.name)
    return protocol
