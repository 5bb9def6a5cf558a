"""The tables of docs/protocol.md."""


def kind(field):
    text = "[" * field.list + field.type + "]" * field.list
    if field.choices:
        text += " (%s)" % ", ".join("`%s`" % c for c in field.choices)
    return text + (", may be left out" if field.optional else "")


def fields(message):
    return "; ".join("`%s` %s" % (f.name, kind(f)) for f in message.fields) or "nothing"


def table(title, messages, columns):
    lines = ["### %s\n" % title, "| " + " | ".join(c for c, _ in columns) + " |", "| " + " | ".join("---" for _ in columns) + " |"]
    for m in messages:
        lines.append("| " + " | ".join(make(m).replace("|", "\\|") for _, make in columns) + " |")
    return "\n".join(lines) + "\n"


def tables(protocol):
    name = ("", lambda m: "`%s`" % m.name)
    holds = ("holds", fields)
    about = ("", lambda m: m.about)
    number = ("kind", lambda m: str(m.kind))
    return "\n".join([
        table("Requests of the page", protocol.requests, [name, holds, ("answer", lambda m: "`%s`" % m.reply), about]),
        table("Answers", protocol.replies, [name, holds, about]),
        table("What the server says unasked", protocol.pushes, [name, holds, about]),
        table("Structs", protocol.structs, [name, holds, about]),
        table("What a game says", protocol.heard, [number, name, holds, about]),
        table("What a game is told", protocol.told, [number, name, holds, about]),
        table("Records", protocol.records, [name, holds]),
    ])
