#!/usr/bin/env python3
"""Makes both sides' code, and the tables of the documentation, from protocol.json.

    generate.py --c FOLDER     protocol.h and protocol.c there
    generate.py --ts FILE      types, validators, readers and writers for the page
    generate.py --docs         the tables, on standard output

A file is only touched where its content changes, so that builds that follow it do not run for nothing."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import emit_c    # noqa: E402
import emit_docs # noqa: E402
import emit_ts   # noqa: E402
import schema    # noqa: E402


def put(path, text):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    try:
        with open(path, encoding="utf-8") as old:
            if old.read() == text:
                return
    except OSError:
        pass
    with open(path, "w", encoding="utf-8") as new:
        new.write(text)


def main(arguments):
    if arguments[:1] not in (["--c"], ["--ts"], ["--docs"]) or len(arguments) != (1 if arguments[0] == "--docs" else 2):
        sys.exit(__doc__)
    with open(os.path.join(HERE, "protocol.json"), encoding="utf-8") as file:
        protocol = schema.read(json.load(file))
    if arguments[0] == "--c":
        put(os.path.join(arguments[1], "protocol.h"), emit_c.header(protocol))
        put(os.path.join(arguments[1], "protocol.c"), emit_c.source(protocol))
    elif arguments[0] == "--ts":
        put(arguments[1], emit_ts.module(protocol))
    else:
        sys.stdout.write(emit_docs.tables(protocol))


if __name__ == "__main__":
    main(sys.argv[1:])
