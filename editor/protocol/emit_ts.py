"""The page's side: types of all messages, a check of what comes in, readers and writers of binary messages."""
import json
import re

from schema import SCALARS

TS = {"int": "number", "number": "number", "string": "string", "bool": "boolean", "text": "string"}
ARRAYS = {"u8": "Uint8Array", "u16": "Uint16Array", "u32": "Uint32Array", "i16": "Int16Array", "f32": "Float32Array",
          "f64": "Float64Array"}
VIEWS = {"u8": "Uint8", "u16": "Uint16", "u32": "Uint32", "i16": "Int16", "f32": "Float32", "f64": "Float64"}


def camel(name):
    return re.sub(r"_(.)", lambda m: m.group(1).upper(), name)


def pascal(name):
    return name[0].upper() + name[1:]


def plain_type(field):
    kind = " | ".join("'%s'" % c for c in field.choices) if field.choices else TS.get(field.type, field.type)
    if field.choices and field.list:
        kind = "(%s)" % kind
    return kind + "[]" * field.list


def binary_type(field):
    if field.list and field.type in ARRAYS:
        return ARRAYS[field.type]
    kind = "number" if field.type in SCALARS else TS.get(field.type, field.type)
    return kind + "[]" * field.list


def interface(name, fields, kind, head=()):
    lines = ["export interface %s {" % name] + ["  %s;" % h for h in head]
    for f in fields:
        key = camel(f.name) if kind is binary_type else f.name
        lines.append("  %s%s: %s;" % (key, "?" if f.optional else "", kind(f)))
    return "\n".join(lines + ["}\n"])


def about(message):
    return "/** %s */\n" % message.about if message.about else ""


def shape(message):
    return {f.name: [f.type, f.list, f.optional, list(f.choices)] for f in message.fields}


def read_one(kind):
    if kind in SCALARS:
        return "r.%s()" % kind
    return "r.text()" if kind == "text" else "read%s(r)" % kind


def read_field(field):
    if not field.list:
        return "%s: %s" % (camel(field.name), read_one(field.type))
    if field.type in SCALARS:
        return "%s: r.%ss()" % (camel(field.name), field.type)
    return "%s: r.list(() => %s)" % (camel(field.name), read_one(field.type))


def record_reader(record):
    return "function read%s(r: Reader): %s {\n  return { %s };\n}\n" % (
        record.name, record.name, ", ".join(read_field(f) for f in record.fields))


READER = """/** Reads what a game says. Ends with a RangeError where bytes are missing. */
class Reader {
  at = 0;
  private readonly view: DataView;
  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  private next(size: number): number {
    const at = this.at;
    if (size > this.bytes.length - at) throw new RangeError('the message is cut');
    this.at += size;
    return at;
  }
%s
  text(): string {
    const size = this.u32();
    const at = this.next(size);
    return new TextDecoder().decode(this.bytes.subarray(at, at + size));
  }
  list<T>(one: () => T): T[] {
    const count = this.u32();
    if (count > this.bytes.length - this.at) throw new RangeError('the message is cut');
    return Array.from({ length: count }, one);
  }
  get left(): number {
    return this.bytes.length - this.at;
  }
}
"""


def reader_class():
    lines = []
    for name, size in SCALARS.items():
        order = "" if size == 1 else ", true"
        lines.append("  %s(): number {\n    return this.view.get%s(this.next(%d)%s);\n  }" % (name, VIEWS[name], size, order))
        # The page runs on little-endian machines alone, as browsers do; what is copied is aligned.
        lines.append("  %ss(): %s {\n    const size = this.u32() * %d;\n    const at = this.next(size);\n"
                     "    return new %s(this.bytes.slice(at, at + size).buffer);\n  }" % (name, ARRAYS[name], size, ARRAYS[name]))
    return READER % "\n".join(lines)


def reader(message):
    fields = "".join(", " + read_field(f) for f in message.fields)
    return "    case %d:\n      message = { type: '%s', source, sequence%s };\n      break;" % (message.kind, message.name, fields)


def writer(message):
    size = 8 + sum(SCALARS[f.type] for f in message.fields)
    lines = ["  %s(source: number%s): Uint8Array<ArrayBuffer> {" % (
        message.name, "".join(", %s: number" % camel(f.name) for f in message.fields)),
             "    const [bytes, view] = head(%d, %d, source);" % (message.kind, size)]
    at = 8
    for f in message.fields:
        lines.append("    view.set%s(%d, %s%s);" % (VIEWS[f.type], at, camel(f.name), "" if SCALARS[f.type] == 1 else ", true"))
        at += SCALARS[f.type]
    if not message.fields:
        lines[-1] = lines[-1].replace("const [bytes, view]", "const [bytes]")
    return "\n".join(lines + ["    return bytes;", "  },"])


CHECK = """type Shape = Record<string, [type: string, list: number, optional: boolean, choices: string[]]>;

function checkOne(type: string, choices: string[], value: unknown, place: string): string | null {
  const struct = Object.hasOwn(structs, type) ? structs[type] : undefined;
  if (struct) return checkShape(struct, value, place, []);
  const good =
    type === 'int' ? Number.isSafeInteger(value) : type === 'bool' ? typeof value === 'boolean' : typeof value === type;
  if (!good) return `${place} is no ${type}`;
  return choices.length && !choices.includes(value as string) ? `${place} is none of ${choices.join(', ')}` : null;
}

function checkList(type: string, depth: number, choices: string[], value: unknown, place: string): string | null {
  if (!depth) return checkOne(type, choices, value, place);
  if (!Array.isArray(value)) return `${place} is no list`;
  for (let i = 0; i < value.length; ++i) {
    const wrong = checkList(type, depth - 1, choices, value[i], `${place}[${i}]`);
    if (wrong) return wrong;
  }
  return null;
}

function checkShape(shape: Shape, value: unknown, place: string, envelope: string[]): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${place} is no object`;
  for (const key of Object.keys(value))
    if (!Object.hasOwn(shape, key) && !envelope.includes(key)) return `${place}.${key} is not in the protocol`;
  for (const [key, [type, list, optional, choices]] of Object.entries(shape)) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined && optional) continue;
    const wrong = checkList(type, list, choices, member, `${place}.${key}`);
    if (wrong) return wrong;
  }
  return null;
}

/** What is wrong with a message of the server, as a sentence; null: nothing. */
export function checkMessage(value: unknown): string | null {
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(incoming, type)) return `the server says "${String(type)}", which is not in the protocol`;
  return checkShape(incoming[type]!, value, type, ['type', 'id']);
}

/** What is wrong with a request, as the server would see it. */
export function checkRequest(value: unknown): string | null {
  const type = (value as { type?: unknown } | null)?.type;
  if (typeof type !== 'string' || !Object.hasOwn(outgoing, type)) return `there is no request "${String(type)}"`;
  return checkShape(outgoing[type]!, value, type, ['type', 'id']);
}
"""


def const_shapes(name, messages):
    return "const %s: Record<string, Shape> = %s;\n" % (name, json.dumps({m.name: shape(m) for m in messages}, indent=2))


def module(protocol):
    out = ["// Made by editor/protocol/generate.py from protocol.json: change that file, not this one.\n",
           "export const PROTOCOL = %d;\n" % protocol.version]
    out += [about(m) + interface(m.name, m.fields, plain_type) for m in protocol.structs]
    groups = (("Request", protocol.requests), ("Reply", protocol.replies), ("Push", protocol.pushes))
    for word, messages in groups:
        for m in messages:
            head = ["type: '%s'" % m.name] + (["id: number"] if word == "Reply" else [])
            name = pascal(m.name) + word
            out.append(about(m) + interface(name, m.fields, plain_type, [] if word == "Request" else head))
    out.append("export interface Requests {\n%s\n}\n" % "\n".join(
        "  %s: { fields: %sRequest; reply: %sReply };" % (m.name, pascal(m.name), pascal(m.reply)) for m in protocol.requests))
    out.append("export type Reply = %s;\n" % " | ".join(pascal(m.name) + "Reply" for m in protocol.replies))
    # A reply may be pushed too (edited, saved): it then has no id.
    out.append("export type Push = %s;\n" % " | ".join(
        [pascal(m.name) + "Push" for m in protocol.pushes] + ["Omit<%sReply, 'id'>" % pascal(n) for n in ("edited", "saved", "files")]))
    out.append(const_shapes("structs", protocol.structs))
    out.append(const_shapes("outgoing", protocol.requests))
    out.append(const_shapes("incoming", protocol.replies + protocol.pushes))
    out.append(CHECK)
    out += [interface(r.name, r.fields, binary_type) for r in protocol.records]
    for m in protocol.heard:
        out.append(about(m) + interface(pascal(m.name) + "Heard", m.fields, binary_type,
                                        ["type: '%s'" % m.name, "source: number", "sequence: number"]))
    out.append("export type Heard = %s;\n" % " | ".join(pascal(m.name) + "Heard" for m in protocol.heard))
    out.append(reader_class())
    used = {f.type for m in protocol.heard for f in m.fields}
    out += [record_reader(r) for r in protocol.records if r.name in used]
    out.append("""/** Reads a binary message; throws a RangeError with a sentence where it is none. */
export function readHeard(bytes: Uint8Array): Heard {
  const r = new Reader(bytes);
  const kind = r.u8();
  const version = r.u8();
  const source = r.u16();
  const sequence = r.u32();
  if (version !== PROTOCOL) throw new RangeError(`the message is of version ${version} of the protocol, not ${PROTOCOL}`);
  let message: Heard;
  switch (kind) {
%s
    default:
      throw new RangeError(`a message of kind ${kind} is not in the protocol`);
  }
  if (r.left) throw new RangeError('the message is longer than it should be');
  return message;
}
""" % "\n".join(reader(m) for m in protocol.heard))
    out.append("""let told = 0;

function head(kind: number, size: number, source: number): [Uint8Array<ArrayBuffer>, DataView] {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, kind);
  view.setUint8(1, PROTOCOL);
  view.setUint16(2, source, true);
  view.setUint32(4, ++told >>> 0, true);
  return [bytes, view];
}

/** What a game, or the preview as source 0, is told. */
export const tell = {
%s
};
""" % "\n".join(writer(m) for m in protocol.told))
    return "\n".join(out)
