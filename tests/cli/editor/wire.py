"""A client of `sinew edit` over raw sockets, for tests: it can also say what no browser would."""
import base64
import functools
import hashlib
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
with open(os.path.join(ROOT, "editor", "protocol", "protocol.json"), encoding="utf-8") as _file:
    PROTOCOL = json.load(_file)
HEARD = {entry["kind"]: name for name, entry in PROTOCOL["heard"].items()}
SCALARS = {"u8": "B", "u16": "H", "u32": "I", "i16": "h", "f32": "f", "f64": "d"}
WAIT = 60  # seconds: far more than any answer takes, also under a sanitizer beside other work


def hash32(text):
    return _hash(text.encode() if isinstance(text, str) else text)


@functools.lru_cache(maxsize=8)
def _hash(data):
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


class Closed(Exception):
    def __init__(self, code=None, reason=""):
        super().__init__("closed %s %s" % (code, reason))
        self.code, self.reason = code, reason


class Server:
    """A running `sinew edit`; its standard output is read up to the address."""

    def __init__(self, tool, *arguments, state=None, environment=None, opens=False):
        env = dict(os.environ, **(environment or {}))
        if state:
            env["XDG_STATE_HOME"] = state
        self.process = subprocess.Popen([tool, "edit", *([] if opens else ["--no-open"]), *arguments], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, env=env)
        self.said, self.stopped = b"", False
        while True:
            line = self.process.stdout.readline()
            self.said += line
            match = re.search(rb"http://(127\.0\.0\.1(?::(\d+))?)/#token=([0-9a-f]{32})", line)
            if match:
                self.host, self.port, self.token = match[1].decode(), int(match[2] or 80), match[3].decode()
                break
            if not line:
                raise RuntimeError("no address: %r %r" % (self.said, self.process.stderr.read()))

    def stop(self, number=signal.SIGTERM):
        """Exit status, all of standard output, standard error."""
        self.stopped = True
        self.process.send_signal(number)
        out, err = self.process.communicate(timeout=WAIT)
        return self.process.returncode, self.said + out, err

    def kill(self):
        """As a crash does."""
        self.stopped = True
        self.process.kill()
        self.process.communicate()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=WAIT)

    def raw(self, request, end=True):
        """Sends bytes, reads all of the answer until the server closes or the answer is whole."""
        with self.connect() as s:
            try:
                s.sendall(request)
                return read_answer(s)
            except (BrokenPipeError, ConnectionResetError):
                return b""

    def get(self, path="/", method="GET", **headers):
        lines = ["%s %s HTTP/1.1" % (method, path), "Host: " + headers.pop("host", self.host)]
        lines += ["%s: %s" % (k.replace("_", "-"), v) for k, v in headers.items()] + ["Connection: close", "", ""]
        return self.raw("\r\n".join(lines).encode())

    def upgrade(self, path="/socket", host=None, origin="own", extra=(), s=None):
        """A socket after the handshake, and the answer to it."""
        s = s or self.connect()
        lines = ["GET %s HTTP/1.1" % path]
        lines += ["Host: " + (self.host if host is None else host)] if host != "" else []
        if origin is not None:
            lines.append("Origin: " + ("http://" + self.host if origin == "own" else origin))
        key = base64.b64encode(os.urandom(16)).decode()
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Key: " + key,
                  "Sec-WebSocket-Version: 13", *extra, "", ""]
        s.sendall("\r\n".join(lines).encode())
        head = b""
        while b"\r\n\r\n" not in head:
            try:
                got = s.recv(1)
            except ConnectionResetError:
                got = b""
            if not got:
                break
            head += got
        if head.startswith(b"HTTP/1.1 101"):
            wanted = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
            assert wanted in head, head
        return s, head

    def client(self, hello=True, s=None):
        s, head = self.upgrade(s=s)
        assert head.startswith(b"HTTP/1.1 101"), head
        client = Client(s)
        if hello:
            client.welcome = client.ask("hello", protocol=PROTOCOL["version"], token=self.token)
        return client


def read_answer(s):
    data = b""
    while True:
        try:
            got = s.recv(65536)
        except ConnectionResetError:
            return data
        if not got:
            return data
        data += got
        head, gap, body = data.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        if gap and length and len(body) >= int(length[1]):
            return data


class Client:
    """A WebSocket. Pushes and binary messages that come meanwhile are kept in `pushes` and `heard`."""

    def __init__(self, s):
        self.s, self.data, self.next = s, b"", 1
        self.pushes, self.heard = [], []

    def send_frame(self, opcode, payload, fin=True, mask=True, length=None, rsv=0):
        head = bytes([(0x80 if fin else 0) | rsv | opcode])
        size = len(payload) if length is None else length
        bit = 0x80 if mask else 0
        if size < 126:
            head += bytes([bit | size])
        elif size < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", size)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", size)
        if mask:
            key = os.urandom(4)
            pad = (key * (len(payload) // 4 + 1))[:len(payload)]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(pad, "big")).to_bytes(len(payload), "big")
            head += key
        self.s.sendall(head + payload)

    def read(self, size):
        while len(self.data) < size:
            try:
                got = self.s.recv(1 << 20)
            except ConnectionResetError:
                got = b""
            if not got:
                raise Closed()
            self.data += got
        piece, self.data = self.data[:size], self.data[size:]
        return piece

    def frame(self):
        one, two = self.read(2)
        size = two & 0x7F
        if size == 126:
            size = struct.unpack(">H", self.read(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.read(8))[0]
        return one & 0x80, one & 0x0F, self.read(size)

    def message(self):
        """A text as an object, or a binary message as bytes."""
        kind, whole = None, b""
        while True:
            fin, opcode, payload = self.frame()
            if opcode == 8:
                code = struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None
                raise Closed(code, payload[2:].decode())
            if opcode == 9:
                self.send_frame(10, payload)
                continue
            if opcode >= 8:
                continue
            kind = kind or opcode
            whole += payload
            if fin:
                return json.loads(whole) if kind == 1 else whole

    def step(self):
        """Takes one message; an answer is returned, all else is kept."""
        got = self.message()
        if isinstance(got, bytes):
            self.heard.append(decode(got))
        elif "id" in got:
            return got
        else:
            self.pushes.append(got)
        return None

    def send(self, type, **fields):
        self.next += 1
        self.send_frame(1, json.dumps({"type": type, "id": self.next, **fields}).encode())
        return self.next

    def answer(self, id):
        while True:
            got = self.step()
            if got and got["id"] == id:
                return got

    def ask(self, type, **fields):
        return self.answer(self.send(type, **fields))

    def tell(self, name, **fields):
        entry = PROTOCOL["told"][name]
        data = struct.pack("<BBHI", entry["kind"], PROTOCOL["version"], 0, 0)
        for field, kind in entry["fields"].items():
            data += struct.pack("<" + SCALARS[kind], fields[field])
        self.send_frame(2, data)

    def push(self, type, accept=lambda push: True):
        """The next push of a type, those in between are dropped."""
        while True:
            while self.pushes:
                got = self.pushes.pop(0)
                if got["type"] == type and accept(got):
                    return got
            self.step()

    def hear(self, name, accept=lambda heard: True):
        while True:
            while self.heard:
                got = self.heard.pop(0)
                if got["type"] == name and accept(got):
                    return got
            self.step()

    def open(self, name):
        file = next(f["id"] for f in self.welcome["files"] if f["name"] == name)
        return self.ask("open", file=file)["document"]

    def edit(self, doc, *splices):
        """Changes a document as `doc` has it, by (at, remove, insert) in bytes, and takes the answer in."""
        text = doc["text"].encode()
        for at, remove, insert in splices:
            text = text[:at] + insert.encode() + text[at + remove:]
        got = self.ask("edit", doc=doc["doc"], revision=doc["revision"], hash=hash32(text),
                       splices=[{"at": a, "remove": r, "insert": i} for a, r, i in splices])
        if got["type"] == "edited":
            doc["text"], doc["revision"], doc["hash"] = text.decode(), got["revision"], got["hash"]
        return got

    def replace(self, doc, old, new):
        at = doc["text"].encode().index(old.encode())
        return self.edit(doc, (at, len(old.encode()), new))

    def close(self):
        self.s.close()


def decode(data):
    """A binary message by the schema."""
    kind, version, source, sequence = struct.unpack_from("<BBHI", data)
    assert version == PROTOCOL["version"]
    name, at = HEARD[kind], 8
    out = {"type": name, "source": source, "sequence": sequence}

    def one(kind):
        nonlocal at
        if kind in SCALARS:
            value = struct.unpack_from("<" + SCALARS[kind], data, at)[0]
            at += struct.calcsize("<" + SCALARS[kind])
            return value
        if kind == "text":
            size = one("u32")
            at += size
            return data[at - size:at].decode()
        if kind.startswith("["):
            count = one("u32")
            inner = kind[1:-1]
            if inner in SCALARS:
                values = list(struct.unpack_from("<%d%s" % (count, SCALARS[inner]), data, at))
                at += count * struct.calcsize("<" + SCALARS[inner])
                return values
            return [one(inner) for _ in range(count)]
        return {field: one(inner) for field, inner in PROTOCOL["records"][kind].items()}

    for field, kind in PROTOCOL["heard"][name]["fields"].items():
        out[field] = one(kind)
    assert at == len(data), (name, at, len(data))
    return out


def until(condition, seconds=WAIT):
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False
