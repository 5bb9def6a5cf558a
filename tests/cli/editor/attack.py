"""Attacks on a running `sinew edit`: each numbered rule of its security, and that nobody else pays for an attack."""
import json
import os
import signal
import socket
import struct
import subprocess
import threading
import time

from checks import Place, TOOL, equal, holds, main, test
from wire import Client, Closed, PROTOCOL, Server, hash32, until


def status(answer):
    return answer.split(b"\r\n", 1)[0].split(b" ")[1] if answer.startswith(b"HTTP/") else answer[:40]


def refused(client):
    """What the server says as it closes; None if it does not."""
    try:
        while True:
            client.message()
    except Closed as closed:
        return closed


def lives(server, what):
    """Somebody else is served as ever."""
    began = time.monotonic()
    client = server.client()
    good = client.ask("list")["type"] == "files"
    client.close()
    holds(what + ": others are served", good)
    holds(what + ": and soon", time.monotonic() - began < 40, time.monotonic() - began)


# ---- 1: loopback, and the Host


@test
def listens_on_loopback_alone():
    with Place() as place:
        server = place.serve()
        with open("/proc/net/tcp") as table:
            rows = [line.split() for line in table.read().splitlines()[1:]]
        mine = [row[1] for row in rows if row[1].endswith(":%04X" % server.port) and row[3] == "0A"]
        equal("it listens on 127.0.0.1 and nowhere else", mine, ["0100007F:%04X" % server.port])
        with open("/proc/net/tcp6") as table:
            holds("not on IPv6", not any(":%04X " % server.port in line.split()[1] + " " and line.split()[3] == "0A"
                                         for line in table.read().splitlines()[1:]))
        other = place.serve()
        holds("each run has a port of its own", other.port != server.port)
        holds("and a token of its own", other.token != server.token)


@test
def a_port_that_is_asked_for():
    with Place() as place:
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            port = s.getsockname()[1]
        server = place.serve("--port", str(port))
        equal("it is that port", server.port, port)
        done = subprocess.run([TOOL, "edit", "--no-open", "--port", str(port), place.path("hero.animgraph")],
                              capture_output=True, timeout=60)
        equal("a second server there is refused", done.returncode, 1)
        holds("with the reason", b"is in use" in done.stderr, done.stderr)


@test
def the_port_that_browsers_leave_out():
    """Port 80 stands in no Host and no Origin. Only who may take it can be asked."""
    try:
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            s.bind(("127.0.0.1", 80))
    except OSError as error:
        print("port 80 is not ours to take here: %s" % error)
        return
    with Place() as place:
        server = place.serve("--port", "80")
        equal("its address has none", server.host, "127.0.0.1")
        equal("the page is served", status(server.get()), b"200")
        equal("and to nobody who names it", status(server.get(host="127.0.0.1:80")), b"403")
        lives(server, "a socket")


@test
def the_host_must_be_ours():
    with Place() as place:
        server = place.serve()
        port = server.port
        equal("our own", status(server.get()), b"200")
        for host in ("localhost:%d" % port, "127.0.0.1", "127.0.0.1:%d" % (port + 1), "127.0.0.1.:%d" % port,
                     "127.0.0.1:%d." % port, "0.0.0.0:%d" % port, "[::1]:%d" % port, "evil.example:%d" % port,
                     "evil.example", "127.0.0.1:%d.evil.example" % port, "127.0.0.1:0%d" % port, "127.1:%d" % port,
                     "2130706433:%d" % port, "user@127.0.0.1:%d" % port, "127.0.0.1:%d/x" % port,
                     "127.0.0.1:%d, 127.0.0.1:%d" % (port, port), "", " ", "x" * 3000):
            for path in ("/", "/main.js", "/nowhere"):
                equal("%s with host %.60r" % (path, host), status(server.get(path, host=host)), b"403")
            equal("POST with host %.60r" % host, status(server.get(method="POST", host=host)), b"403")
            s, head = server.upgrade(host=host or " ")
            equal("a socket with host %.60r" % host, status(head), b"403")
            s.close()
        for lines in ("", "Host: 127.0.0.1:%d\r\nHost: 127.0.0.1:%d\r\n" % (port, port),
                      "Host: 127.0.0.1:%d\r\nHost: evil.example\r\n" % port,
                      "Host: evil.example\r\nHost: 127.0.0.1:%d\r\n" % port,
                      "Host: 127.0.0.1:%d\r\nHost:\r\n" % port, "Host:\r\nHost: 127.0.0.1:%d\r\n" % port,
                      "X-Forwarded-Host: 127.0.0.1:%d\r\n" % port):
            answer = server.raw(("GET / HTTP/1.1\r\n%sConnection: close\r\n\r\n" % lines).encode())
            holds("not with %r" % lines, status(answer) in (b"403", b"400", b""), answer[:80])
        equal("the whole address in the request does not stand for a Host",
              status(server.raw(("GET http://127.0.0.1:%d/ HTTP/1.1\r\nHost: evil.example\r\n\r\n" % port).encode())), b"403")
        lives(server, "after foreign hosts")


# ---- 2: the Origin


@test
def a_socket_wants_our_origin():
    with Place() as place:
        server = place.serve()
        port = server.port
        for origin in (None, "null", "http://localhost:%d" % port, "https://127.0.0.1:%d" % port,
                       "http://127.0.0.1:%d" % (port + 1), "http://127.0.0.1", "http://127.0.0.1:%d/" % port,
                       "http://127.0.0.1:%d." % port, "http://evil.example", "http://192.168.0.1:%d" % port,
                       "http://[::1]:%d" % port, "HTTP://127.0.0.1:%d" % port, "", "file://", "ws://127.0.0.1:%d" % port,
                       "http://127.0.0.1:%d, http://127.0.0.1:%d" % (port, port)):
            s, head = server.upgrade(origin=origin)
            equal("origin %r" % origin, status(head), b"403")
            try:
                client = Client(s)
                client.send("hello", protocol=PROTOCOL["version"], token=server.token)
                holds("nor with the right token", refused(client) is not None)
            except OSError:
                holds("nor with the right token", True)
            s.close()
        s, head = server.upgrade(extra=["Origin: http://evil.example"])
        equal("two origins", status(head), b"403")
        s.close()
        s, head = server.upgrade(path="/")
        equal("a socket at another path", status(head), b"404")
        s.close()
        s, head = server.upgrade(extra=["Sec-WebSocket-Protocol: evil"])
        holds("a protocol that we do not speak", not head.startswith(b"HTTP/1.1 101"), head)
        s.close()
        lives(server, "after foreign origins")


# ---- 3: the token


@test
def the_first_message_is_hello_with_the_token():
    with Place() as place:
        server = place.serve()
        holds("128 bits", len(server.token) == 32)
        flipped = [("0" if server.token[i] != "0" else "1") for i in (0, 31)]
        wrong = ["", "0" * 32, flipped[0] + server.token[1:], server.token[:31] + flipped[1], server.token[:31],
                 server.token + "0", server.token.upper() if server.token.upper() != server.token else "x", " " + server.token,
                 server.token + server.token, "x" * 3000]
        for token in wrong:
            client = server.client(hello=False)
            answer = client.ask("hello", protocol=PROTOCOL["version"], token=token)
            equal("refused: %.40r" % token, (answer["type"], answer.get("code")), ("failed", "token"))
            holds("without a word of the files", "files" not in answer)
            closed = refused(client)
            holds("and closed", closed is not None and closed.code == 1008, closed)
        for first in (b'{"type":"list","id":1}', b"{}", b"", b"[]", b"null", b"not json", b"\xff\xfe", b'{"type":"hello"}',
                      b'{"type":"hello","id":1,"protocol":1}', b'{"type":"hello","id":1,"protocol":1,"token":5}',
                      b'{"type":"hello","id":1,"protocol":1,"token":"x","token":"y"}',
                      b'{"type":"hello","id":1,"protocol":1,"token":"x","more":1}', b"[" * 100000):
            client = server.client(hello=False)
            client.send_frame(1, first)
            holds("first message %.50r" % first, refused(client) is not None)
        client = server.client(hello=False)
        client.send_frame(2, struct.pack("<BBHI", 70, 1, 0, 0))
        holds("a binary message before hello", refused(client) is not None)
        client = server.client()
        equal("hello twice", client.ask("hello", protocol=1, token=server.token)["code"], "protocol")
        client.close()
        for path in ("/", "/main.js", "/index.html", "/licenses.txt"):
            holds("it is in no file that is served", server.token.encode() not in server.get(path))
        answer = server.get("/")
        holds("no cookie", b"cookie" not in answer.lower(), answer[:400])


def seen_in_processes(word):
    """Programs that were started with it, as every user of the machine can see."""
    found = []
    for number in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/cmdline" % number, "rb") as file:
                found += [number] if word.encode() in file.read() else []
        except OSError:
            pass
    return found


@test
def the_browser_gets_a_ticket_that_serves_once():
    with Place() as place:
        bin_, told = os.path.join(place.base, "bin"), os.path.join(place.base, "told")
        os.mkdir(bin_)
        with open(os.path.join(bin_, "xdg-open"), "w") as file:
            file.write('#!/bin/sh\necho "$@" >"$TOLD.part"\nmv "$TOLD.part" "$TOLD"\nexec sleep 20\n')
        os.chmod(os.path.join(bin_, "xdg-open"), 0o755)
        server = place.serve(opens=True, environment={"PATH": bin_ + ":" + os.environ["PATH"], "DISPLAY": ":0", "TOLD": told})
        holds("a browser is opened", until(lambda: os.path.exists(told)))
        with open(told) as file:
            address = file.read().strip()
        origin, _, ticket = address.partition("/#ticket=")
        equal("at the server", origin, "http://" + server.host)
        holds("with a ticket of 128 bits", len(ticket) == 32 and set(ticket) <= set("0123456789abcdef"), address)
        equal("the token is among no program's arguments", seen_in_processes(server.token), [])

        def hello(version=PROTOCOL["version"], **fields):
            client = server.client(hello=False)
            answer = client.ask("hello", protocol=version, **fields)
            if answer["type"] == "failed":
                closed = refused(client)
                holds("who is refused is let go", closed is not None and closed.code == 1008, closed)
            client.close()
            return answer

        for wrong in ("", "0" * 32, ticket[:31], ticket + "0", ticket.upper() + " ", server.token):
            equal("no ticket: %.40r" % wrong, hello(ticket=wrong).get("code"), "token")
        equal("a ticket is no token", hello(token=ticket).get("code"), "token")
        equal("nor does it help a wrong one", hello(token="0" * 32, ticket=ticket).get("code"), "token")
        equal("neither of them", hello().get("code"), "token")
        equal("a page of another version is refused", hello(ticket=ticket, version=99).get("code"), "version")
        good = hello(ticket=ticket)
        equal("it is good for the token", good.get("token"), server.token)
        again = hello(ticket=ticket)
        equal("once", (again.get("code"), "token" in again), ("token", False))
        holds("who says the token is not told it", "token" not in server.client().welcome)
        for path in ("/", "/main.js"):
            holds("it is in no file that is served", ticket.encode() not in server.get(path))


@test
def the_token_is_in_no_file():
    with Place() as place:
        server = place.serve()
        client = server.client()
        doc = client.open("hero.animgraph")
        client.edit(doc, (0, 0, "\n"))
        client.ask("save", doc=doc["doc"], revision=doc["revision"])
        client.ask("create", name="new.animgraph", text="{}")
        client.edit(doc, (0, 0, "\n"))
        state = os.path.join(place.state, "sinew")
        holds("a copy of unsaved work is there", until(lambda: os.path.isdir(state) and os.listdir(state)))
        looked = 0
        for folder, _, names in os.walk(place.base):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    holds("not in %s" % name, server.token.encode() not in file.read())
                looked += 1
        holds("files were looked at", looked >= 5, looked)
        # Place looks at the rest as it ends: said once, on standard output, and nothing of it on standard error.


@test
def a_second_client_without_the_token_hears_nothing():
    with Place() as place:
        server = place.serve()
        good, lurker = server.client(), server.client(hello=False)
        doc = good.open("hero.animgraph")
        good.ask("watch", state=True, pose=True, why=True)
        good.ask("preview", doc=doc["doc"])
        good.hear("state")
        good.edit(doc, (0, 0, " "))
        lurker.s.settimeout(0.5)
        try:
            got = lurker.s.recv(100)
        except socket.timeout:
            got = b"nothing"
        equal("what it hears", got, b"nothing")


# ---- 4: the files over HTTP


@test
def a_fixed_table_and_strict_headers():
    with Place() as place:
        server = place.serve()
        answers = {path: server.get(path) for path in ("/", "/index.html", "/main.js", "/nowhere")}
        answers["refused"] = server.get("/", host="evil.example")
        answers["method"] = server.get("/", method="POST")
        equal("the page", status(answers["/"]), b"200")
        equal("its script", status(answers["/main.js"]), b"200")
        for name, answer in answers.items():
            head = answer.split(b"\r\n\r\n")[0].lower().decode()
            for line in ("x-content-type-options: nosniff", "cross-origin-resource-policy: same-origin",
                         "cross-origin-opener-policy: same-origin", "referrer-policy: no-referrer",
                         "x-frame-options: deny"):
                holds("%s has %s" % (name, line), line in head, head)
            policy = [line for line in head.split("\r\n") if line.startswith("content-security-policy:")]
            equal("%s has one policy" % name, len(policy), 1)
            for part in ("default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
                         "object-src 'none'"):
                holds("its policy has %s" % part, part in policy[0], policy)
            for part in ("unsafe", "data:", "blob:", "*", "http:", "https:"):
                holds("its policy has no %s" % part, part not in policy[0], policy)
            holds("%s has no CORS header" % name, "access-control" not in head, head)
        for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/hero.animgraph",
                     "/hero.glb", "/main.js/", "/main.js%00", "/main.js%00.txt", "/MAIN.JS", "/main.js.gz", "/x" * 2000, "/%", "/%zz", "/?x=1", "/main.js?token=1", "/socket", "/a\\..\\b", "/*", "/x/../hero.animgraph"):
            answer = server.get(path)
            holds("%.50s is no file" % path, status(answer) in (b"404", b"403", b"400", b"414", b""), answer[:60])
            holds("%.50s tells nothing" % path, b"root:" not in answer and b'"version"' not in answer)
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "BREW"):
            answer = server.get("/", method=method)
            holds("no %s" % method, status(answer) in (b"405", b"403", b"400", b"501", b""), answer[:60])
        head = server.get("/main.js", method="HEAD", )
        holds("HEAD gives the head alone", status(head) == b"200" and head.endswith(b"\r\n\r\n"), head[-50:])
        body = "GET / HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n%s"
        for header, data in (("Content-Length: 5", "hello"), ("Transfer-Encoding: chunked", "5\r\nhello\r\n0\r\n\r\n"),
                             ("Content-Length: 99999999999999", ""), ("Content-Length: -1", ""), ("Content-Length: 5, 6", "hello")):
            answer = server.raw((body % (server.host, header, data)).encode())
            holds("no body: %s" % header, status(answer) in (b"400", b"403", b"413", b""), answer[:60])
        lives(server, "after odd requests")


@test
def requests_that_are_none():
    with Place() as place:
        server = place.serve()
        good = ("Host: %s\r\n" % server.host).encode()
        for request in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\x00" * 100,
                        b"GET / HTTP/9.9\r\n" + good + b"\r\n", b"GET / HTTP/1.1\n" + good.replace(b"\r", b"") + b"\n",
                        b"GET / HTTP/1.1\r\n" + good + b"X\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + good + b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n",
                        b"GET / HTTP/1.1\r\n" + good + b": x\r\n\r\n", os.urandom(4000), b"A" * 20000, b"GET /" + b"a" * 20000):
            s = server.connect()
            s.settimeout(8)
            try:
                s.sendall(request)
                s.shutdown(socket.SHUT_WR)
                data = b""
                while True:
                    got = s.recv(65536)
                    if not got:
                        break
                    data += got
                holds("no file for %.30r" % request, not data.startswith(b"HTTP/1.1 101") and b"content-encoding" not in data.lower()
                      or good in request.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"), data[:80])
            except socket.timeout:
                holds("%.30r is let go within 8 s" % request, False)
            except OSError:
                holds("no file for %.30r" % request, True) # it was closed before all was sent
            s.close()
        lives(server, "after rubbish")


# ---- 5: no paths, and nothing outside the project


@test
def the_page_names_no_paths():
    with Place() as place:
        outside = os.path.join(place.base, "outside.animgraph")
        with open(outside, "w") as file:
            file.write('{"secret": true}')
        os.mkdir(os.path.join(place.base, "beyond"))
        with open(os.path.join(place.base, "beyond", "deep.animgraph"), "w") as file:
            file.write('{"secret": true}')
        os.symlink(outside, place.path("link.animgraph"))
        os.symlink("/etc/passwd", place.path("passwd.animgraph"))
        os.symlink(os.path.join(place.base, "beyond"), place.path("folder"))
        place.write("inner/other.animgraph", "{}")
        place.write(".hidden/secret.animgraph", "{}")
        place.write("notes.txt", "secret")
        place.write("a.animgraph.bak", "secret")
        os.mkfifo(place.path("pipe.animgraph"))
        server = place.serve()
        client = server.client()
        names = sorted(f["name"] for f in client.ask("list")["files"])
        equal("what is listed", names, ["hero.animgraph", "hero.clips.json", "hero.glb", "inner/other.animgraph"])
        for file in (-1, 1e9, 4294967295, 4294967296, 9007199254740991, 999):
            answer = client.ask("open", file=int(file))
            equal("no file %s" % file, (answer["type"], answer.get("code")), ("failed", "unknown-file"))
        for file in ("hero.animgraph", "../outside.animgraph", 0.5, None, [0], {"id": 0}, True):
            equal("a file is no %r" % (file,), client.ask("open", file=file).get("code"), "protocol")
        equal("a model is no document", client.ask("open", file=next(f["id"] for f in client.welcome["files"]
                                                                     if f["kind"] == "model"))["code"], "unknown-file")
        for name in ("../new.animgraph", "/etc/new.animgraph", "inner/new.animgraph", "..", ".animgraph", "", "new.txt", "new",
                     "new.glb", ".hidden.animgraph", "a\\b.animgraph", "x" * 5000 + ".animgraph", "new.animgraph\n",
                     "a\u202eb.animgraph", "a\u0007b.animgraph", "a/../b.animgraph", "C:new\u0000.animgraph"):
            answer = client.ask("create", name=name, text="{}") if "\u0000" not in name else {"type": "failed"}
            equal("no new file %.40r" % name, answer["type"], "failed")
        equal("nor over one that is there", client.ask("create", name="hero.animgraph", text="{}").get("code"), "exists")
        equal("nor over a link", client.ask("create", name="link.animgraph", text="{}").get("code"), "exists")
        with open(outside) as file:
            equal("what is outside is as it was", file.read(), '{"secret": true}')
        made = client.ask("create", name="new.animgraph", text="{}")
        equal("a new one", made["type"], "document")
        equal("is there", place.read("new.animgraph"), "{}")
        beside = client.ask("create", name="new.animgraph", text="{ }",
                            beside=next(f["id"] for f in client.welcome["files"] if f["name"] == "inner/other.animgraph"))
        equal("beside another", beside["type"], "document")
        equal("is there", place.read("inner/new.animgraph"), "{ }")


@test
def a_folder_that_becomes_a_link():
    with Place() as place:
        beyond = os.path.join(place.base, "beyond")
        os.mkdir(beyond)
        with open(os.path.join(beyond, "graph.animgraph"), "w") as file:
            file.write('{"secret": true}')
        place.write("inner/graph.animgraph", "{}")
        server = place.serve()
        client = server.client()
        doc = client.open("inner/graph.animgraph")
        os.rename(place.path("inner"), place.path("away"))
        os.symlink(beyond, place.path("inner"))
        client.edit(doc, (0, 0, " "))
        holds("it is not written through the link", client.ask("save", doc=doc["doc"], revision=doc["revision"])["type"] == "failed")
        holds("nor read", "secret" not in json.dumps(client.ask("disk", doc=doc["doc"])))
        with open(os.path.join(beyond, "graph.animgraph")) as file:
            equal("what is outside is as it was", file.read(), '{"secret": true}')
        other = server.client()
        answer = other.ask("open", file=doc["file"])
        holds("who opens it now gets the text that the server has", "secret" not in json.dumps(answer))


@test
def a_rig_outside_is_not_read():
    with Place() as place:
        os.rename(place.path("hero.glb"), os.path.join(place.base, "hero.glb"))
        text = place.read("hero.animgraph")
        server = place.serve()
        client = server.client()
        doc = client.open("hero.animgraph")
        client.ask("watch", state=True, pose=True, why=False)
        client.ask("preview", doc=doc["doc"])
        holds("the model is gone", client.push("model").get("error"))
        old = text[text.index('"rig"'):].split(",")[0]
        for rig in ("../hero.glb", os.path.join(place.base, "hero.glb"), "/etc/passwd", "x/../../hero.glb"):
            client.replace(doc, old, '"rig": ' + json.dumps(rig))
            old = '"rig": ' + json.dumps(rig)
            findings = client.push("findings", lambda p: p["revision"] == doc["revision"])
            holds("it still plays, without a model: %s" % rig, findings["playable"], findings)
            holds("nothing of the file shows", "root:" not in json.dumps(findings))
        again = server.client()
        again.ask("watch", state=True, pose=True, why=False)
        model = again.push("model")
        holds("and the reason is told", "outside" in model.get("error", "") and not model["joints"], model)
        with_rig = place.serve("--rig", os.path.join(place.base, "hero.glb"))
        client = with_rig.client()
        doc = client.open("hero.animgraph")
        client.ask("watch", state=True, pose=True, why=False)
        client.ask("preview", doc=doc["doc"])
        holds("but one that the command line names", client.push("model")["joints"])


# ---- 6: bounds


@test
def large_headers_and_messages():
    with Place() as place:
        server = place.serve()
        for size in (7000, 9000, 70000, 3000000):
            answer = server.get("/", X_Large="x" * size)
            if size < 8000:
                equal("a header of %d bytes" % size, status(answer), b"200")
            else:
                holds("no header of %d bytes" % size, status(answer) not in (b"200", b"101"), answer[:60])
        s = server.connect()
        s.settimeout(10)
        try:
            for _ in range(2000):
                s.sendall(b"X-Many: y\r\n" * 10)
            got = s.recv(10)
        except (ConnectionResetError, BrokenPipeError, socket.timeout) as error:
            got = b"" if not isinstance(error, socket.timeout) else b"waits"
        holds("headers without end", not got.startswith(b"HTTP/1.1 200") and got != b"waits", got)
        s.close()
        client = server.client()
        client.send_frame(1, b'{"type":"list","id":7,"x":"' + b"x" * (7 << 20) + b'"}')
        equal("7 MB are heard", client.answer(7)["code"], "protocol")
        client.send_frame(1, b" " * ((8 << 20) + 1))
        closed = refused(client)
        holds("8 MB and more are not", closed and closed.code in (1009, None), closed)
        client = server.client()
        try:
            client.send_frame(1, b"x" * 1000, length=1 << 40)
            for _ in range(200):
                client.s.sendall(b"x" * 100000)
        except OSError:
            pass
        holds("nor a frame that says it is a terabyte", refused(client) is not None)
        client = server.client()
        try:
            for i in range(200):
                client.send_frame(1 if i == 0 else 0, b"[" * 100000, fin=False)
        except OSError:
            pass
        holds("nor pieces without end", refused(client) is not None)
        client = server.client(hello=False)
        try:
            client.send_frame(1, b'{"type":"hello","id":1,"protocol":1,"token":"' + b"x" * 1000000)
        except OSError:
            pass
        holds("a hello is short", refused(client) is not None)
        client = server.client()
        client.send_frame(1, b"[" + b"[]," * 2000000 + b"[]]")
        holds("brackets alone", refused(client) is not None)
        client = server.client()
        client.send_frame(1, b"[" * 1000000)
        holds("and deep ones", refused(client) is not None)
        lives(server, "after large messages")


@test
def sixteen_tabs():
    with Place() as place:
        server = place.serve()
        clients = [server.client() for _ in range(16)]
        more = server.client(hello=False)
        equal("the seventeenth is refused", more.ask("hello", protocol=1, token=server.token).get("code"), "too-many")
        holds("and closed", refused(more) is not None)
        holds("the others stay", all(c.ask("list")["type"] == "files" for c in clients))
        equal("the page is still served", status(server.get()), b"200")
        clients.pop().close()
        holds("one that goes makes room", until(lambda: _try(server)))


def _try(server):
    client = server.client()
    good = client.welcome["type"] == "welcome"
    client.close()
    return good


@test
def those_who_do_not_shake_hands():
    with Place() as place:
        server = place.serve()
        began = time.monotonic()
        silent, half, up = server.connect(), server.connect(), server.client(hello=False)
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        drip = server.connect()
        dripped = 0
        gone = {}
        while time.monotonic() - began < 60 and len(gone) < 4:
            for name, s in (("silent", silent), ("half", half), ("no hello", up.s), ("drip", drip)):
                if name in gone:
                    continue
                s.settimeout(0.05)
                try:
                    if s.recv(1000) == b"" or name == "no hello":
                        gone[name] = time.monotonic() - began
                except ConnectionResetError:
                    gone[name] = time.monotonic() - began
                except socket.timeout:
                    pass
            if "drip" not in gone:
                try:
                    drip.sendall(b"GET / HTTP/1.1\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"[dripped % 50:dripped % 50 + 1])
                    dripped += 1
                except OSError:
                    gone["drip"] = time.monotonic() - began
        equal("all are let go", sorted(gone), ["drip", "half", "no hello", "silent"])
        holds("each after 5 s", all(3 < t < 50 for t in gone.values()), gone)
        lives(server, "after those who wait")


@test
def a_machine_that_stalls_costs_nobody_his_place():
    with Place() as place:
        server = place.serve()
        client, page, early = server.client(hello=False), server.connect(), server.connect()
        equal("the server is there", server.client().ask("list")["type"], "files")
        server.process.send_signal(signal.SIGSTOP)
        asked = client.send("hello", protocol=PROTOCOL["version"], token=server.token)
        page.sendall(("GET / HTTP/1.1\r\nHost: %s\r\n\r\n" % server.host).encode())
        welcome = []

        def shake():
            slow = server.client(hello=False, s=early)
            time.sleep(0.5)
            welcome.append(slow.ask("hello", protocol=PROTOCOL["version"], token=server.token)["type"])

        shaking = threading.Thread(target=shake)
        shaking.start()
        time.sleep(6)
        server.process.send_signal(signal.SIGCONT)
        shaking.join()
        equal("who was shaking hands meanwhile can end it", welcome, ["welcome"])
        try:
            equal("a hello that was said in time is heard", client.answer(asked)["type"], "welcome")
            equal("and so is a request", status(page.recv(100)), b"200")
        except (Closed, OSError) as error:
            holds("who spoke in time is heard", False, error)


@test
def sockets_without_end():
    with Place() as place:
        server = place.serve()
        client = server.client()
        doc = client.open("hero.animgraph")
        idle = []
        for _ in range(300):
            try:
                s = socket.create_connection(("127.0.0.1", server.port), timeout=5)
                idle.append(s)
            except OSError:
                break
        equal("who is in is answered", client.edit(doc, (0, 0, " "))["type"], "edited")
        equal("the page is served", status(server.get()), b"200")
        lives(server, "beside 300 idle sockets")
        for s in idle:
            s.close()
        ups = []
        for _ in range(60):
            try:
                ups.append(server.client(hello=False))
            except (OSError, AssertionError):
                break
        lives(server, "beside sockets that say nothing")
        equal("and who is in stays", client.edit(doc, (0, 0, " "))["type"], "edited")
        for up in ups:
            up.close()


@test
def who_does_not_read():
    with Place() as place:
        server = place.serve()
        deaf, good = server.client(), server.client()
        doc = good.open("hero.animgraph")
        deaf.ask("open", file=doc["file"])
        deaf.ask("watch", state=True, pose=True, why=True)
        good.ask("watch", state=True, pose=True, why=False)
        good.ask("preview", doc=doc["doc"])
        deaf.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.s.settimeout(1)
        sent = 0
        try:
            for _ in range(5000):
                deaf.send_frame(1, b'{"type":"text","id":1,"doc":%d}' % doc["doc"] + b" " * 20000)
                sent += 1
        except socket.timeout:
            pass
        holds("it is read no further than it reads", 0 < sent < 5000, sent)
        before = memory(server)
        for i in range(30):
            good.edit(doc, (0, 0, "\n"))
        seen = good.hear("state")["time"]
        holds("the other one sees time go on", good.hear("state", lambda h: h["time"] > seen + 0.3)["time"] > seen)
        holds("and little is kept for who does not read", memory(server) - before < 40 << 20, memory(server) - before)
        lives(server, "beside one who does not read")


def memory(server):
    with open("/proc/%d/statm" % server.process.pid) as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@test
def what_waits_for_who_does_not_read_has_an_end():
    with Place() as place:
        server = place.serve()
        deaf, good = server.client(), server.client()
        doc = good.open("hero.animgraph")
        deaf.s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.ask("open", file=doc["file"])
        text = " " * (6 << 20)
        for i in range(16):
            equal("the other one edits", good.edit(doc, (0, 0, text))["type"], "edited")
            good.edit(doc, (0, len(text), ""))
        lives(server, "after one who did not read")
        time.sleep(1.5)
        status_, out, err = server.stop()
        holds("it was let go, and that is said", status_ == 0 and b"does not read" in err, status_, err)


@test
def who_drips():
    """A message byte by byte, without an end, from one who has said hello."""
    with Place() as place:
        server = place.serve()
        drip, good = server.client(), server.client()
        data = frame_of({"type": "list", "id": 5}) + frame_of({"type": "list", "id": 6})[:-1]
        for at in range(len(data)):
            drip.s.sendall(data[at:at + 1])
            if at % 10 == 0:
                equal("others are answered meanwhile", good.ask("list")["type"], "files")
        equal("what was whole is answered", drip.answer(5)["type"], "files")
        lives(server, "beside who drips")
        drip.close()
        equal("who is in stays", good.ask("list")["type"], "files")


@test
def who_floods():
    with Place() as place:
        server = place.serve()
        flood, good = server.client(), server.client()
        doc = good.open("hero.animgraph")
        good.ask("watch", state=True, pose=False, why=False)
        good.ask("preview", doc=doc["doc"])
        good.hear("state")
        frames = b"".join(frame_of({"type": "list", "id": i}) for i in range(200))
        step = struct.pack("<BBHIId", 70, 1, 0, 0, 100000, 60)
        pause = struct.pack("<BBHIB", 69, 1, 0, 0, 1)
        flood.s.setblocking(False)
        begin, n, slow = time.monotonic(), 0, 0
        data = frame_of(pause, 2) + frame_of(step, 2) * 5
        try:
            while time.monotonic() - begin < 3:
                try:
                    flood.s.send(data)
                    data = frames
                except BlockingIOError:
                    pass
                try:
                    while flood.s.recv(1 << 20):
                        pass
                except BlockingIOError:
                    pass
                t = time.monotonic()
                if n % 50 == 0:
                    good.edit(doc, (0, 0, " "))
                    slow = max(slow, time.monotonic() - t)
                n += 1
        except OSError:
            pass
        holds("another's edits are answered meanwhile", n > 50 and slow < 20, n, slow)
        flood.close()
        lives(server, "after a flood")


def frame_of(message, opcode=1):
    class Sink:
        data = b""

        def sendall(self, data):
            self.data += data

    sink = Sink()
    Client(sink).send_frame(opcode, message if isinstance(message, bytes) else json.dumps(message).encode())
    return sink.data


@test
def bad_frames():
    with Place() as place:
        server = place.serve()
        good = server.client()

        def bad(what, act):
            client = server.client()
            try:
                act(client)
            except OSError:
                pass
            client.s.settimeout(10)
            try:
                holds(what, refused(client) is not None)
            except socket.timeout:
                holds(what + " (it waits)", False)
            client.close()

        # The library takes a frame without a mask as one that has it: harmless, since masks are for proxies.
        plain = server.client()
        plain.send_frame(1, b'{"type":"list","id":1}', mask=False)
        equal("a frame without a mask does nothing else", plain.answer(1)["type"], "files")
        bad("an unknown opcode", lambda c: c.send_frame(3, b"x"))
        bad("an unknown control opcode", lambda c: c.send_frame(11, b"x"))
        bad("reserved bits", lambda c: c.send_frame(1, b"x", rsv=0x40))
        bad("a piece of nothing", lambda c: c.send_frame(0, b"x"))
        bad("a long ping", lambda c: c.send_frame(9, b"x" * 200))
        bad("no UTF-8", lambda c: c.send_frame(1, b'{"type":"list","id":1,"x":"\xff"}'))
        bad("no JSON", lambda c: c.send_frame(1, b"{"))
        bad("a binary message that is too short", lambda c: c.send_frame(2, b"\x41"))
        bad("one of another version", lambda c: c.send_frame(2, struct.pack("<BBHIIf", 65, 99, 0, 0, 0, 1)))
        bad("one that a game says", lambda c: c.send_frame(2, struct.pack("<BBHI", 3, 1, 0, 0)))
        bad("one for another source", lambda c: c.send_frame(2, struct.pack("<BBHI", 72, 1, 9, 0)))
        bad("a long one", lambda c: c.send_frame(2, struct.pack("<BBHI", 65, 1, 0, 0) + b"x" * 100000))
        bad("a close", lambda c: c.send_frame(8, struct.pack(">H", 1000)))
        gone = server.client()
        gone.s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        gone.send_frame(1, b'{"type":"list"', fin=False)
        gone.close()
        equal("who is in stays", good.ask("list")["type"], "files")
        lives(server, "after bad frames")


@test
def commands_with_odd_numbers():
    with Place() as place:
        server = place.serve()
        client = server.client()
        doc = client.open("hero.animgraph")
        client.ask("watch", state=True, pose=True, why=True)
        client.ask("preview", doc=doc["doc"])
        client.hear("state")
        nan, inf = float("nan"), float("inf")
        for parameter in list(range(0, 12)) + [4096, 0xFFFFFFFF]:
            for value in (nan, inf, -inf, 3.4e38, -3.4e38, 1e-45, -0.0, 2147483648.0):
                client.tell("set", parameter=parameter, value=value)
            client.tell("fire", parameter=parameter)
        for layer in (0, 1, 64, 65535):
            for state in (0, 7, 65535, 0xFFFFFFFF):
                client.tell("travel", layer=layer, state=state)
            for weight in (nan, inf, -1, 2):
                client.tell("weight", layer=layer, weight=weight)
            client.tell("solo", layer=layer)
        for speed in (nan, inf, -1, 1e30, 10):
            client.tell("speed", speed=speed)
        client.tell("pause", paused=1)
        for count, fps in ((0, 60), (0xFFFFFFFF, 1), (3, nan), (3, inf), (3, -1), (3, 0), (3, 1e300), (3, 1e-300), (3, 1e-3), (100000, 1e6)):
            client.tell("step", count=count, fps=fps)
        client.tell("restart")
        client.tell("pause", paused=0)
        at = client.hear("state", lambda h: not h["paused"] and h["time"] < 1)["time"]
        later = client.hear("state", lambda h: h["time"] > at + 0.2)
        holds("it plays on", all(abs(p) <= 3.5e38 for p in later["parameters"]), later)
        for type, fields in (("weights", dict(layer=0, state="Move", motion=0, at=[{"x": 1e308, "y": -1e308}])),
                             ("weights", dict(layer=-1, state="", motion=-5, at=[])),
                             ("weights", dict(layer=0, state="__proto__", motion=0, at=[{"x": 0, "y": 0}])),
                             ("weights", dict(layer=0, state="x" * 1000000, motion=0, at=[{"x": 0, "y": 0}])),
                             ("weights", dict(layer=0, state="Move", motion=0, at=[{"x": 0, "y": 0}] * 70000)),
                             ("triangles", dict(layer=9999999999, state="Move", motion=0)),
                             ("show", dict(mode="clip", clip="no such clip", time=1)),
                             ("show", dict(mode="clip", clip="idle", time=1e308)),
                             ("show", dict(mode="play")), ("show", dict(mode="backwards")),
                             ("preview", dict(doc=77)), ("preview", dict(doc=doc["doc"], model=0)),
                             ("edit", dict(doc=doc["doc"], revision=0, hash=-1, splices=[{"at": -1, "remove": 5, "insert": ""}])),
                             ("edit", dict(doc=doc["doc"], revision=0, hash=0, splices=[{"at": 2 ** 53 - 1, "remove": 2 ** 53 - 1, "insert": ""}])),
                             ("edit", dict(doc=doc["doc"], revision=0, hash=0, splices=[{"at": 5}])),
                             ("save", dict(doc=doc["doc"], revision=12345)), ("take", dict(doc=0)), ("close", dict(doc=5))):
            answer = client.ask(type, **fields)
            holds("%s is answered" % type, answer["type"] in ("failed", "done", "weights", "triangles"), answer)
        equal("it stands as it did", client.ask("text", doc=doc["doc"])["text"], doc["text"])


# ---- 7: names are text


@test
def names_are_text():
    names = ["<img onerror=alert(1) src=x>", "__proto__", "constructor", "toString", "\u202egnp.exe", "\u2066x\u2069", "a\"b\\c",
             "</script><script>alert(1)</script>", "${x}", "'; drop", "\u0001\u001f\u007f", "\U0001F600", "e\u0301", "\ufeff",
             "x" * (1 << 20)]
    with Place() as place:
        states = {name.replace("/", "|"): {"empty": True} for name in names}
        graph = {"version": 2, "parameters": {name: {"type": "float"} for name in names},
                 "layers": [{"name": names[0], "machine": {"states": states}}]}
        place.write("names.animgraph", json.dumps(graph))
        place.write("<img onerror=alert(1)>.animgraph", "{}")
        server = place.serve(file="names.animgraph")
        client = server.client()
        holds("a file's name is a text", "<img onerror=alert(1)>.animgraph" in [f["name"] for f in client.welcome["files"]])
        doc = client.open("names.animgraph")
        client.ask("watch", state=True, pose=True, why=True)
        client.ask("preview", doc=doc["doc"])
        told = client.hear("graph")
        equal("states", [s["path"] for s in told["states"]], list(states))
        equal("parameters", [p["name"] for p in told["parameters"]], names)
        equal("the layer", told["layers"][0]["name"], names[0])
        holds("findings are texts", isinstance(json.dumps(client.push("findings")), str))
        place.write("bad\n\u202e.animgraph", "{")
        client.ask("list")


@test
def signals_end_it():
    with Place() as place:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            server = place.serve()
            client = server.client()
            doc = client.open("hero.animgraph")
            code, out, err = server.stop(number)
            equal("%s: ends well" % number, (code, err), (0, b""))


main()
