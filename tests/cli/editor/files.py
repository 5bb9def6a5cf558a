"""Documents of a running `sinew edit`: what a page does with files, and what becomes of unsaved work."""
import json
import os
import resource
import shutil
import stat
import subprocess
import time

from checks import Place, TOOL, equal, holds, main, test
from wire import PROTOCOL, hash32, until


def open_all(place, name="hero.animgraph", **options):
    server = place.serve(**options)
    client = server.client()
    return server, client, client.open(name)


def copies(place, end=".text"):
    folder = os.path.join(place.state, "sinew")
    return [name for name in os.listdir(folder) if name.endswith(end)] if os.path.isdir(folder) else []


@test
def opening():
    with Place() as place:
        server, client, doc = open_all(place)
        text = place.read("hero.animgraph")
        equal("the text", doc["text"], text)
        equal("its hash", doc["hash"], hash32(text))
        equal("the file's", doc["saved"], hash32(text))
        equal("this tab writes", doc["writer"], True)
        equal("the file of the command line", client.welcome["opened"], doc["file"])
        equal("the kind", (doc["kind"], client.open("hero.clips.json")["kind"]), ("graph", "clips"))
        holds("nothing is offered", "recovery" not in doc)
        findings = client.push("findings")
        equal("it can be played, with nothing to say", (findings["playable"], findings["findings"]), (True, []))
        equal("the server's text", client.ask("text", doc=doc["doc"])["text"], text)
        equal("the disk's", client.ask("disk", doc=doc["doc"])["hash"], hash32(text))
        again = client.open("hero.animgraph")
        equal("opened twice it is the same", again["doc"], doc["doc"])
        equal("closing", client.ask("close", doc=doc["doc"])["type"], "done")
        equal("closed is closed", client.ask("text", doc=doc["doc"])["code"], "unknown-document")


@test
def odd_files():
    with Place() as place:
        place.write("bom.animgraph", b"\xef\xbb\xbf{}")
        place.write("latin.animgraph", b'{"a": "\xe9"}')
        place.write("zero.animgraph", b'{"a": "\0"}')
        place.write("empty.animgraph", b"")
        place.write("large.animgraph", b" " * ((7 << 20) + 1))
        place.write("crlf.animgraph", b'{\r\n"version": 2}\r\n')
        place.write("inner/deep/é ü.animgraph", b"{}")
        os.mkdir(place.path("folder.animgraph"))
        server = place.serve()
        client = server.client()
        for name, why in (("latin", "no UTF-8"), ("zero", "no UTF-8"), ("large", "larger")):
            file = next(f["id"] for f in client.welcome["files"] if f["name"] == name + ".animgraph")
            answer = client.ask("open", file=file)
            holds("%s is refused with the reason" % name, answer["type"] == "failed" and why in answer["message"], answer)
        equal("with a mark at its start", client.open("bom.animgraph")["text"], "\ufeff{}")
        equal("empty", client.open("empty.animgraph")["text"], "")
        equal("ends of line stay", client.open("crlf.animgraph")["text"], '{\r\n"version": 2}\r\n')
        equal("deep and with a name of its own", client.open("inner/deep/é ü.animgraph")["text"], "{}")
        holds("a folder is no file", "folder.animgraph" not in [f["name"] for f in client.welcome["files"]])
        doc = client.open("bom.animgraph")
        equal("changed", client.edit(doc, (3, 2, '{"ß": "😀"}'))["type"], "edited")
        for at, remove in ((1, 0), (2, 0), (6, 0), (5, 1), (6, 1), (10, 3), (11, 1)):
            equal("a cut through a character at %d, %d" % (at, remove), client.ask(
                "edit", doc=doc["doc"], revision=doc["revision"], hash=0,
                splices=[{"at": at, "remove": remove, "insert": ""}])["code"], "splice")
        equal("saved byte for byte", client.ask("save", doc=doc["doc"], revision=doc["revision"])["type"], "saved")
        with open(place.path("bom.animgraph"), "rb") as file:
            equal("is there", file.read(), b"\xef\xbb\xbf" + '{"ß": "😀"}'.encode())


@test
def changing():
    with Place() as place:
        server, client, doc = open_all(place)
        first = doc["text"]
        equal("one change", client.replace(doc, '"version"', '"version" ')["revision"], doc["revision"])
        before = dict(doc)
        answer = client.ask("edit", doc=doc["doc"], revision=doc["revision"] - 1, hash=0, splices=[])
        equal("an old revision", answer["code"], "stale")
        answer = client.ask("edit", doc=doc["doc"], revision=doc["revision"], hash=1,
                            splices=[{"at": 0, "remove": 0, "insert": "x"}])
        equal("another hash", answer["code"], "hash")
        answer = client.ask("edit", doc=doc["doc"], revision=doc["revision"], hash=doc["hash"],
                            splices=[{"at": 0, "remove": 0, "insert": "x"}, {"at": 10 ** 7, "remove": 0, "insert": ""}])
        equal("out of the text", answer["code"], "splice")
        equal("nothing has changed", client.ask("text", doc=doc["doc"])["text"], before["text"])
        equal("many changes, each after those before", client.edit(
            doc, *[(i, 1 if i % 3 == 0 else 0, "ab" if i % 2 else "") for i in range(300)])["type"], "edited")
        equal("are as the page has them", client.ask("text", doc=doc["doc"])["text"], doc["text"])
        equal("and back", client.edit(doc, (0, len(doc["text"].encode()), first))["hash"], hash32(first))
        equal("no change at all", client.edit(doc)["hash"], hash32(first))
        many = [{"at": 0, "remove": 0, "insert": "x"}, {"at": len(first.encode()) + 1, "remove": 0, "insert": "y"}]
        began = time.monotonic()
        answer = client.ask("edit", doc=doc["doc"], revision=doc["revision"], hash=0, splices=many * 25000)
        holds("fifty thousand changes are an answer soon", answer["type"] == "failed", answer)
        client.edit(doc, (0, 0, " " * 6000000))
        answer = client.ask("edit", doc=doc["doc"], revision=doc["revision"], hash=0,
                            splices=[{"at": 0, "remove": 0, "insert": " " * 2000000}])
        holds("a text that is too large", answer["type"] == "failed" and "7 MiB" in answer["message"], answer)


@test
def saving():
    with Place() as place:
        os.chmod(place.path("hero.animgraph"), 0o640)
        server, client, doc = open_all(place)
        client.replace(doc, '"version"', '"version" ')
        equal("saved", client.ask("save", doc=doc["doc"], revision=doc["revision"])["saved"], doc["hash"])
        equal("the file", place.read("hero.animgraph"), doc["text"])
        equal("its mode", stat.S_IMODE(os.stat(place.path("hero.animgraph")).st_mode), 0o640)
        equal("nothing beside it", sorted(os.listdir(place.folder)),
              ["README.md", "hero.animgraph", "hero.clips.json", "hero.glb", "minute.txt"])
        equal("an old revision", client.ask("save", doc=doc["doc"], revision=0)["code"], "stale")
        os.chmod(place.path("hero.animgraph"), 0o440)
        client.edit(doc, (0, 0, " "))
        answer = client.ask("save", doc=doc["doc"], revision=doc["revision"])
        if os.geteuid() != 0:
            holds("a file that is read-only", answer["type"] == "failed" and "read-only" in answer["message"], answer)
        os.remove(place.path("hero.animgraph"))
        equal("one that is gone is made anew", client.ask("save", doc=doc["doc"], revision=doc["revision"])["type"], "saved")
        equal("is there", place.read("hero.animgraph"), doc["text"])


@test
def a_full_disk():
    """A limit on the size of files stands in for it."""
    with Place() as place:
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        code = subprocess.run(["python3", "-c", "import resource, signal"], check=True).returncode
        equal("python can", code, 0)
        import wire
        popen = subprocess.Popen
        wire.subprocess.Popen = lambda *a, **k: popen(*a, preexec_fn=lambda: (__import__("signal").signal(
            __import__("signal").SIGXFSZ, __import__("signal").SIG_IGN), limit()), **k)
        try:
            server, client, doc = open_all(place)
        finally:
            wire.subprocess.Popen = popen
        text = place.read("hero.animgraph")
        client.edit(doc, (0, 0, " " * 30000))
        answer = client.ask("save", doc=doc["doc"], revision=doc["revision"])
        equal("it is told", (answer["type"], answer.get("code")), ("failed", "file"))
        equal("the old file stands", place.read("hero.animgraph"), text)
        equal("nothing beside it", sorted(n for n in os.listdir(place.folder) if "part" in n), [])
        equal("nothing is lost", client.ask("text", doc=doc["doc"])["text"], doc["text"])
        client.edit(doc, (0, 30000, ""))
        equal("with room it goes", client.ask("save", doc=doc["doc"], revision=doc["revision"])["type"], "saved")


@test
def changed_on_the_disk():
    with Place() as place:
        server, client, doc = open_all(place)
        client.edit(doc, (0, 0, " "))
        place.write("hero.animgraph", "{}")
        equal("it is told", client.push("changed").get("hash"), hash32("{}"))
        answer = client.ask("save", doc=doc["doc"], revision=doc["revision"])
        equal("not over it", answer["code"], "conflict")
        equal("it stands", place.read("hero.animgraph"), "{}")
        seen = client.ask("disk", doc=doc["doc"])
        equal("what is there", (seen["text"], seen["hash"]), ("{}", hash32("{}")))
        place.write("hero.animgraph", "{ }")
        equal("what was not seen is not written over", client.ask(
            "save", doc=doc["doc"], revision=doc["revision"], over=seen["hash"])["code"], "conflict")
        equal("what was seen is", client.ask("save", doc=doc["doc"], revision=doc["revision"],
                                             over=hash32("{ }"))["type"], "saved")
        equal("is there", place.read("hero.animgraph"), doc["text"])
        os.remove(place.path("hero.animgraph"))
        gone = client.push("changed")
        holds("that it is gone is told", "hash" not in gone, gone)
        holds("and asked", "text" not in client.ask("disk", doc=doc["doc"]))
        place.write("hero.animgraph", doc["text"])
        equal("that it came back too", client.push("saved")["saved"], doc["hash"])
        place.write("hero.animgraph", "{}")
        client.push("changed")
        place.write("hero.animgraph", doc["text"])
        equal("and that it is as here", client.push("saved")["saved"], doc["hash"])
        os.utime(place.path("hero.animgraph"))
        time.sleep(1.5)
        client.pushes.clear()
        equal("a new date alone is no change", client.ask("list")["type"], "files")
        equal("nothing is told", [p["type"] for p in client.pushes], [])


@test
def recovery():
    with Place() as place:
        server, client, doc = open_all(place)
        client.edit(doc, (0, 0, "\n"))
        holds("a copy is there in a second or so", until(lambda: copies(place), 5))
        path = os.path.join(place.state, "sinew", copies(place)[0])
        equal("for nobody else", stat.S_IMODE(os.stat(path).st_mode), 0o600)
        equal("nor is its folder", stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode), 0o700)
        client.ask("save", doc=doc["doc"], revision=doc["revision"])
        equal("saved, it goes", copies(place), [])
        client.edit(doc, (0, 0, "\n"))
        until(lambda: copies(place), 5)
        client.edit(doc, (0, 1, ""))
        holds("undone, it goes too", until(lambda: not copies(place), 5))
        client.edit(doc, (0, 0, "\n\n"))
        until(lambda: copies(place), 5)
        server.kill()

        server, client, doc2 = open_all(place)
        equal("the file's text is shown", doc2["text"], place.read("hero.animgraph"))
        equal("and the other offered", doc2.get("recovery", {}).get("text"), doc["text"])
        holds("with its time", abs(doc2["recovery"]["time"] - time.time()) < 3600)
        client.edit(doc2, (0, 0, " "))
        until(lambda: copies(place), 5)
        server.kill()

        server, client, doc3 = open_all(place)
        equal("a crash before the decision: the newer work is offered", doc3["recovery"]["text"], doc2["text"])
        follower = server.client()
        followed = follower.open("hero.animgraph")
        taken = client.ask("recover", doc=doc3["doc"], take=True)["document"]
        equal("taken", taken["text"], doc2["text"])
        holds("and no more offered", "recovery" not in taken)
        splice = follower.push("edited")["splices"]
        equal("who follows has it", splice, [{"at": 0, "remove": len(followed["text"].encode()), "insert": doc2["text"]}])
        equal("it is not saved yet", taken["saved"], hash32(place.read("hero.animgraph")))
        status, out, _ = server.stop()
        holds("at the end it is said", b"not saved" in out, out)
        server, client, doc4 = open_all(place)
        equal("and offered", doc4["recovery"]["text"], doc2["text"])
        thrown = client.ask("recover", doc=doc4["doc"], take=False)["document"]
        equal("thrown away", thrown["text"], place.read("hero.animgraph"))
        server.stop()
        server, client, doc5 = open_all(place)
        holds("for good", "recovery" not in doc5)
        equal("nothing is left", copies(place, ""), [])


@test
def copies_that_cannot_be_written():
    with Place() as place:
        server, client, doc = open_all(place)
        client.edit(doc, (0, 0, "\n"))
        until(lambda: copies(place), 5)
        path = os.path.join(place.state, "sinew", copies(place)[0])
        client.ask("save", doc=doc["doc"], revision=doc["revision"])
        os.mkdir(path)  # nothing can be renamed over it
        client.edit(doc, (0, 0, "\n"))
        time.sleep(1)
        holds("nothing else is left of the try", not [name for name in copies(place, ".part")])
        os.rmdir(path)
        holds("it is tried again", until(lambda: os.path.isfile(path), 20))
        client.ask("save", doc=doc["doc"], revision=doc["revision"])
        os.mkdir(path)
        client.edit(doc, (0, 0, "\n"))
        _, out, _ = server.stop()
        holds("at the end the truth is said", b"no copy of them could be kept" in out, out)


@test
def a_file_that_vanishes_is_kept():
    with Place() as place:
        server, client, doc = open_all(place)
        os.remove(place.path("hero.animgraph"))
        holds("it is told", "hash" not in client.push("changed"))
        holds("and its text copied", until(lambda: copies(place), 10))
        with open(os.path.join(place.state, "sinew", copies(place)[0]), encoding="utf-8") as file:
            equal("as it was", file.read().partition("\n")[2], doc["text"])
        equal("a save puts it back", client.ask("save", doc=doc["doc"], revision=doc["revision"])["type"], "saved")
        equal("and needs the copy no more", (place.read("hero.animgraph"), copies(place)), (doc["text"], []))


@test
def a_page_that_is_loaded_again():
    with Place() as place:
        server, client, doc = open_all(place)
        client.edit(doc, (0, 0, "\n"))
        client.close()
        client = server.client()
        again = client.open("hero.animgraph")
        equal("finds its text", again["text"], doc["text"])
        equal("not saved", again["saved"] == again["hash"], False)
        equal("and may write", again["writer"], True)


@test
def two_tabs():
    with Place() as place:
        server, one, doc = open_all(place)
        two = server.client()
        other = two.open("hero.animgraph")
        equal("one writes", (doc["writer"], other["writer"]), (True, False))
        equal("the other may not", two.ask("edit", doc=doc["doc"], revision=0, hash=0, splices=[])["code"], "not-writer")
        equal("nor save", two.ask("save", doc=doc["doc"], revision=0)["code"], "not-writer")
        one.edit(doc, (0, 0, "é"), (2, 0, "x"))
        told = two.push("edited")
        equal("it follows", (told["splices"], told["revision"], told["hash"]),
              ([{"at": 0, "remove": 0, "insert": "é"}, {"at": 2, "remove": 0, "insert": "x"}], doc["revision"], doc["hash"]))
        holds("the writer is not told what it did", not any(p["type"] == "edited" for p in one.pushes))
        equal("both hear findings", (one.push("findings", lambda p: p["revision"] == doc["revision"])["doc"],
                                     two.push("findings", lambda p: p["revision"] == doc["revision"])["doc"]), (doc["doc"],) * 2)
        taken = two.ask("take", doc=doc["doc"])["document"]
        equal("it takes over with the text as it is", (taken["text"], taken["writer"]), (doc["text"], True))
        equal("the first is told", one.push("writer"), {"type": "writer", "doc": doc["doc"], "writer": False})
        equal("and may not write", one.edit(dict(doc), (0, 0, " "))["code"], "not-writer")
        two.edit(taken, (0, 0, "\n"))
        equal("but follows", one.push("edited")["hash"], taken["hash"])
        two.ask("save", doc=doc["doc"], revision=taken["revision"])
        equal("and hears of the saving", one.push("saved")["saved"], taken["hash"])
        two.close()
        holds("when the writer goes, the next who opens it writes", until(lambda: server.client().open("hero.animgraph")["writer"]))


@test
def graphs_of_another_version_and_with_errors():
    with Place() as place:
        place.write("v9.animgraph", '{"version": 9, "layers": []}')
        place.write("cut.animgraph", '{"version": 2, "layers": [')
        place.write("v1.animgraph", '{"version": 1, "parameters": {}, "entry": "a", "states": {"a": {"clip": "idle"}}, "transitions": []}')
        server = place.serve()
        client = server.client()
        for name in ("v9", "cut"):
            doc = client.open(name + ".animgraph")
            findings = client.push("findings", lambda p: p["doc"] == doc["doc"])
            holds("%s opens, and says what is wrong" % name, not findings["playable"] and findings["findings"][0]["line"] == 1, findings)
        client.edit(doc, (0, len(doc["text"]), '{"version": 2, "layers": [{"name": "A", "machine": {"states": {"a": {"empty": true}}}}]}'))
        holds("repaired, it can be played", client.push("findings", lambda p: p["doc"] == doc["doc"] and p["revision"] == doc["revision"])["playable"])
        doc = client.open("v1.animgraph")
        holds("version 1 too", client.push("findings", lambda p: p["doc"] == doc["doc"])["playable"])


@test
def the_example_and_the_command_line():
    with Place() as place:
        from wire import Server
        environment = {"XDG_DATA_HOME": place.base}
        server = Server(TOOL, state=place.state, environment=environment)
        place.servers.append(server)
        client = server.client()
        doc = client.open("hero.animgraph")
        client.edit(doc, (0, 0, "\n"))
        client.ask("save", doc=doc["doc"], revision=doc["revision"])
        holds("it says where", os.path.join(place.base, "sinew/example").encode() in server.said, server.said)
        server.stop()
        server = Server(TOOL, state=place.state, environment=environment)
        place.servers.append(server)
        equal("it stays as it was left", server.client().open("hero.animgraph")["text"], doc["text"])

        def fails(what, status, text, *arguments):
            done = subprocess.run([TOOL, "edit", "--no-open", *arguments], capture_output=True, timeout=60,
                                  env=dict(os.environ, XDG_STATE_HOME=place.state))
            holds(what, done.returncode == status and text.encode() in done.stderr, done)

        fails("no such file", 1, "could not be opened", place.path("none.animgraph"))
        fails("a folder", 2, "is a folder", place.folder)
        fails("a model", 2, "is no graph", place.path("hero.glb"))
        fails("no such model", 1, "none.glb", "--rig", place.path("none.glb"), place.path("hero.animgraph"))
        fails("a rig that is none", 1, "no model", "--rig", place.path("minute.txt"), place.path("hero.animgraph"))
        fails("a project elsewhere", 1, "does not hold", "--project", place.state, place.path("hero.animgraph"))
        fails("a port that is none", 2, "whole number", "--port", "1.5", place.path("hero.animgraph"))
        fails("a port out of range", 2, "from 1 to 65535", "--port", "70000", place.path("hero.animgraph"))
        os.mkdir(place.path("inner"))
        shutil.copy(place.path("hero.animgraph"), place.path("inner/of.animgraph"))
        server = place.serve("--project", place.folder, file="inner/of.animgraph")
        client = server.client()
        holds("a project of one's own", "hero.glb" in [f["name"] for f in client.welcome["files"]])
        os.symlink(place.path("inner/of.animgraph"), os.path.join(place.base, "link.animgraph"))
        linked = Server(TOOL, os.path.join(place.base, "link.animgraph"), state=place.state)
        place.servers.append(linked)
        equal("a link on the command line is what it leads to", [f["name"] for f in linked.client().welcome["files"]], ["of.animgraph"])
        notices = subprocess.run([TOOL, "--licenses"], capture_output=True, check=True).stdout.decode()
        equal("the notices", server.client().ask("licenses")["text"], notices)
        for name in ("libwebsockets", "react", "three", "MIT License"):
            holds("name %s" % name, name in notices)


@test
def files_that_come_and_go_are_told():
    with Place() as place:
        server = place.serve()
        one, two = server.client(), server.client()
        names = lambda push: sorted(f["name"] for f in push["files"])
        before = names(one.welcome)
        place.write("inner/new.animgraph", "{}")
        for client in (one, two):
            equal("a new one is told to all", names(client.push("files")), sorted(before + ["inner/new.animgraph"]))
        os.remove(place.path("inner/new.animgraph"))
        equal("and that it went", names(one.push("files")), before)
        two.push("files")
        one.ask("create", name="made.animgraph", text="{}")
        equal("one that a page made, at once", names(two.push("files")), sorted(before + ["made.animgraph"]))
        place.write("asked.animgraph", "{}")
        one.ask("list")
        equal("one that another page asked for", names(two.push("files")), sorted(before + ["asked.animgraph", "made.animgraph"]))


main()
