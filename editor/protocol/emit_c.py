"""The C side: structs, writers and readers of binary messages, and a table of what requests hold."""
import re

from schema import SCALARS

C = {"u8": "uint8_t", "u16": "uint16_t", "u32": "uint32_t", "i16": "int16_t", "f32": "float", "f64": "double",
     "text": "const char *"}
NOTE = "/* Made by editor/protocol/generate.py from protocol.json: change that file, not this one. */\n"


def snake(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def struct_name(name):
    return "snw_link_" + snake(name)


def declared(field):
    kind = C.get(field.type, struct_name(field.type) + " ")
    if not kind.endswith(("*", " ")):
        kind += " "
    if not field.list:
        return ["    %s%s;" % (kind, field.name)]
    pointer = "const char *const *" if field.type == "text" else "const %s*" % kind
    return ["    %s%s;" % (pointer, field.name), "    uint32_t %s_count;" % field.name]


def struct(message):
    lines = ["typedef struct %s {" % struct_name(message.name)]
    for field in message.fields:
        lines += declared(field)
    if not message.fields:
        lines.append("    char nothing; /* C wants a member */")
    return "\n".join(lines + ["} %s;\n" % struct_name(message.name)])


def about(message):
    return "/* %s */\n" % message.about if message.about else ""


def header(protocol):
    out = [NOTE, """/* Binary messages are little-endian: kind (u8), version (u8), source (u16), sequence (u32), then the fields in order;
   a text is its length in bytes (u32) and UTF-8, a list its count (u32) and its entries. Libc alone: a game links this. */
#ifndef SNW_LINK_PROTOCOL_H
#define SNW_LINK_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
"""]
    out.append("enum { SNW_LINK_VERSION = %d, SNW_LINK_HEAD = 8 };\n" % protocol.version)
    binary = protocol.heard + protocol.told
    out.append("enum {\n%s\n};\n" % ",\n".join("    SNW_LINK_%s = %d" % (m.name.upper(), m.kind) for m in binary))
    out += [struct(m) for m in protocol.records]
    out.append("/* ---- what a game says ---- */\n")
    out += [about(m) + struct(m) for m in protocol.heard]
    out.append("/* ---- what a game is told ---- */\n")
    out += [about(m) + struct(m) for m in protocol.told]
    out.append("""typedef struct snw_link_head {
    uint8_t kind, version;
    uint16_t source;
    uint32_t sequence;
} snw_link_head;

/* False: shorter than a head, or of another version. */
bool snw_link_read_head(const void *bytes, size_t size, snw_link_head *head);

/* Writes a message; a NULL text is empty. Shape: out[capacity], or NULL to measure. Returns its bytes; 0: does not fit,
   and what `out` holds then means nothing. */""")
    for m in binary:
        out.append("size_t snw_link_write_%s(void *out, size_t capacity, uint16_t source, uint32_t sequence,\n    const %s *m);"
                   % (m.name, struct_name(m.name)))
    out.append("\n/* Reads a message whose head says so. False: not as long as it should be. */")
    for m in protocol.told:
        out.append("bool snw_link_read_%s(const void *bytes, size_t size, %s *m);" % (m.name, struct_name(m.name)))
    out.append("""
/* ---- requests: JSON objects with "type", "id" and these members ---- */

typedef enum snw_link_kind { SNW_LINK_INT, SNW_LINK_NUMBER, SNW_LINK_STRING, SNW_LINK_BOOL, SNW_LINK_STRUCT } snw_link_kind;

struct snw_link_shape;
typedef struct snw_link_member {
    const char *name;
    snw_link_kind kind;
    uint8_t list; /* how many lists deep */
    bool optional;
    const char *choices;                 /* "a|b", or NULL */
    const struct snw_link_shape *shape; /* of a struct */
} snw_link_member;

typedef struct snw_link_shape {
    const char *name;
    const snw_link_member *members;
    uint32_t count;
} snw_link_shape;
""")
    out.append("enum {\n%s,\n    SNW_LINK_REQUESTS\n};\n" % ",\n".join(
        "    SNW_LINK_REQUEST_%s" % m.name.upper() for m in protocol.requests))
    out.append("extern const snw_link_shape snw_link_requests[SNW_LINK_REQUESTS]; /* by the enum */\n")
    out.append("#endif\n")
    return "\n".join(out)


TOOLS = """#include "protocol.h"

#include <string.h>

typedef struct out_t {
    uint8_t *bytes;
    size_t capacity, used;
} out_t;

static void put(out_t *o, uint64_t value, unsigned bytes) {
    if (o->bytes && o->used <= o->capacity && bytes <= o->capacity - o->used)
        for (unsigned i = 0; i < bytes; ++i) o->bytes[o->used + i] = (uint8_t)(value >> 8 * i);
    o->used += bytes;
}

static void put_f32(out_t *o, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(o, bits, 4);
}

static void put_f64(out_t *o, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put(o, bits, 8);
}

static void put_text(out_t *o, const char *text) {
    size_t length = text ? strlen(text) : 0;
    if (length > UINT32_MAX) length = 0;
    put(o, length, 4);
    if (length && o->bytes && o->used <= o->capacity && length <= o->capacity - o->used)
        memcpy(o->bytes + o->used, text, length);
    o->used += length;
}

static size_t done(const out_t *o) {
    return !o->bytes || o->used <= o->capacity ? o->used : 0;
}

static out_t begin(void *bytes, size_t capacity, unsigned kind, uint16_t source, uint32_t sequence) {
    out_t o = {bytes, capacity, 0};
    put(&o, kind, 1);
    put(&o, SNW_LINK_VERSION, 1);
    put(&o, source, 2);
    put(&o, sequence, 4);
    return o;
}

static uint64_t take(const uint8_t **at, unsigned bytes) {
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; ++i) value |= (uint64_t)(*at)[i] << 8 * i;
    *at += bytes;
    return value;
}
"""
TAKE_FLOATS = {"f32": """static float take_f32(const uint8_t **at) {
    uint32_t bits = (uint32_t)take(at, 4);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
""", "f64": """static double take_f64(const uint8_t **at) {
    uint64_t bits = take(at, 8);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
"""}
HEAD = """bool snw_link_read_head(const void *bytes, size_t size, snw_link_head *head) {
    const uint8_t *at = bytes;
    if (size < SNW_LINK_HEAD) return false;
    head->kind = (uint8_t)take(&at, 1);
    head->version = (uint8_t)take(&at, 1);
    head->source = (uint16_t)take(&at, 2);
    head->sequence = (uint32_t)take(&at, 4);
    return head->version == SNW_LINK_VERSION;
}
"""


def put_one(kind, value):
    if kind == "text":
        return "put_text(o, %s);" % value
    if kind in ("f32", "f64"):
        return "put_%s(o, %s);" % (kind, value)
    if kind == "i16":
        return "put(o, (uint16_t)%s, 2);" % value
    if kind in SCALARS:
        return "put(o, %s, %d);" % (value, SCALARS[kind])
    return "put_%s(o, &%s);" % (snake(kind), value)


def put_field(field):
    if not field.list:
        return ["    " + put_one(field.type, "m->" + field.name)]
    count = "m->%s_count" % field.name
    return ["    put(o, %s, 4);" % count,
            "    for (uint32_t i = 0; i < %s; ++i) %s" % (count, put_one(field.type, "m->%s[i]" % field.name))]


def putter(record):
    body = "\n".join(line for field in record.fields for line in put_field(field))
    return "static void put_%s(out_t *o, const %s *m) {\n%s\n}\n" % (snake(record.name), struct_name(record.name), body)


def writer(message):
    lines = ["size_t snw_link_write_%s(void *out, size_t capacity, uint16_t source, uint32_t sequence,\n    const %s *m) {"
             % (message.name, struct_name(message.name)),
             "    out_t room = begin(out, capacity, SNW_LINK_%s, source, sequence);" % message.name.upper()]
    if message.fields:
        lines.append("    out_t *o = &room;")
    else:
        lines.append("    (void)m;")
    for field in message.fields:
        lines += put_field(field)
    return "\n".join(lines + ["    return done(&room);", "}\n"])


def reader(message):
    size = sum(SCALARS[f.type] for f in message.fields)
    lines = ["bool snw_link_read_%s(const void *bytes, size_t size, %s *m) {" % (message.name, struct_name(message.name)),
             "    if (size != SNW_LINK_HEAD + %d) return false;" % size]
    if message.fields:
        lines.append("    const uint8_t *at = (const uint8_t *)bytes + SNW_LINK_HEAD;")
    else:
        lines += ["    (void)bytes;", "    m->nothing = 0;"]
    for field in message.fields:
        if field.type in ("f32", "f64"):
            lines.append("    m->%s = take_%s(&at);" % (field.name, field.type))
        else:
            lines.append("    m->%s = (%s)take(&at, %d);" % (field.name, C[field.type], SCALARS[field.type]))
    return "\n".join(lines + ["    return true;", "}\n"])


def members(name, fields):
    rows = []
    for f in fields:
        kind = {"int": "INT", "number": "NUMBER", "string": "STRING", "bool": "BOOL"}.get(f.type, "STRUCT")
        rows.append('    {"%s", SNW_LINK_%s, %d, %s, %s, %s},' % (
            f.name, kind, f.list, "true" if f.optional else "false", '"%s"' % "|".join(f.choices) if f.choices else "NULL",
            "&shape_%s" % snake(f.type) if kind == "STRUCT" else "NULL"))
    return "static const snw_link_member members_%s[] = {\n%s\n};\n" % (name, "\n".join(rows))


def used_structs(protocol):
    """Those that a request holds, each after those that it holds itself."""
    known, order = {m.name: m for m in protocol.structs}, []

    def visit(fields):
        for f in fields:
            if f.type in known and known[f.type] not in order:
                visit(known[f.type].fields)
                order.append(known[f.type])
    for request in protocol.requests:
        visit(request.fields)
    return order


def source(protocol):
    out = [NOTE + TOOLS]
    out += [TAKE_FLOATS[k] for k in ("f32", "f64") if any(f.type == k for m in protocol.told for f in m.fields)]
    out.append(HEAD)
    used = {f.type for m in protocol.heard for f in m.fields}
    out += [putter(r) for r in protocol.records if r.name in used]
    out += [writer(m) for m in protocol.heard + protocol.told]
    out += [reader(m) for m in protocol.told]
    for struct_ in used_structs(protocol):
        out.append(members("struct_" + snake(struct_.name), struct_.fields))
        out.append('static const snw_link_shape shape_%s = {"%s", members_struct_%s, %d};\n' % (
            snake(struct_.name), struct_.name, snake(struct_.name), len(struct_.fields)))
    out += [members(m.name, m.fields) for m in protocol.requests if m.fields]
    rows = ['    {"%s", %s, %d},' % (m.name, "members_" + m.name if m.fields else "NULL", len(m.fields))
            for m in protocol.requests]
    out.append("const snw_link_shape snw_link_requests[SNW_LINK_REQUESTS] = {\n%s\n};\n" % "\n".join(rows))
    return "\n".join(out)
