"""The preview of a running `sinew edit` against the tool itself: what `sinew sim`, `pose` and `check` say of the same."""
import json
import os
import random
import struct
import subprocess
import time

from checks import Place, TOOL, equal, holds, main, test
from wire import hash32

NONE, HELD = 0xFFFFFFFF, 0xFFFFFFFE
FPS = 60  # its frames have no length that is exact in binary


def tool(*arguments, **options):
    return subprocess.run([TOOL, *arguments], capture_output=True, text=True, timeout=120, **options)


def play(place, **options):
    """A server whose preview plays the hero, paused at time 0; its client, document and names."""
    server = place.serve(**options)
    client = server.client()
    doc = client.open(options.get("file", "hero.animgraph"))
    client.ask("watch", state=True, pose=True, why=True)
    client.ask("preview", doc=doc["doc"])
    graph = client.hear("graph")
    client.tell("pause", paused=1)
    client.tell("restart")
    client.hear("state", lambda h: h["paused"] and h["time"] == 0)
    client.heard.clear()
    return server, client, doc, graph


def step(client, count=1):
    """Advances by frames, and returns the state after them."""
    client.tell("step", count=count, fps=FPS)
    client.goal = getattr(client, "goal", 0) + count / FPS
    return client.hear("state", lambda h: abs(h["time"] - client.goal) < 1e-9)


def f32(value):
    return struct.unpack("f", struct.pack("f", value))[0]


def same_number(shown, told):
    """`sim` prints as many digits as tell floats apart."""
    return f32(float(shown)) == told or abs(float(shown) - told) <= 6.1e-8 * abs(told) + 5e-10


SCRIPT = """0 set speed 1.2
0.5 set speed 3.5
1.0 fire jump
2.2 set grounded true
2.5 set locked true
2.6 set strafe_x 0.7
2.9 fire attack
3.3 set aiming 1
3.5 set aim 0.4
3.9 fire hurt
4.4 set locked false
4.6 set wave true
5.0 fire jump
"""


@test
def the_trace_is_that_of_sim():
    with Place() as place:
        place.write("script.txt", SCRIPT)
        trace = [json.loads(line) for line in tool("sim", place.path("hero.animgraph"), "--script", place.path("script.txt"),
                                                   "--fps", str(FPS), "--duration", "6").stdout.splitlines()]
        equal("sim plays", len(trace), FPS * 6)
        server, client, doc, graph = play(place)
        parameters = [p["name"] for p in graph["parameters"]]
        commands = [line.split() for line in SCRIPT.splitlines()]
        states = [s["path"] for s in graph["states"]]
        name = lambda clip: "<held>" if clip == HELD else graph["clips"][clip]["name"]
        differ = {"parameters": 0, "state": 0, "progress": 0, "weight": 0, "fade": 0, "samples": 0, "time": 0}
        seen, clock = set(), 0.0
        for k, wanted in enumerate(trace):
            while commands and float(commands[0][0]) <= k / FPS + 1e-9:
                _, what, which, *value = commands.pop(0)
                if what == "fire":
                    client.tell("fire", parameter=parameters.index(which))
                else:
                    number = {"true": 1, "false": 0}.get(value[0])
                    client.tell("set", parameter=parameters.index(which), value=float(value[0]) if number is None else number)
            got = step(client)
            clock += (k + 1) / FPS - k / FPS  # as sim adds it up: one bit too many or too few is another sum
            differ["time"] += got["time"] != clock or not same_number(wanted["time"], got["time"])
            differ["parameters"] += not all(same_number(float(wanted["parameters"][n]), v) for n, v in zip(parameters, got["parameters"]))
            for row, now in zip(wanted["layers"], got["layers"]):
                seen.add(row["state"])
                differ["state"] += row["state"] != states[now["state"]]
                differ["progress"] += not same_number(row["progress"], now["progress"])
                differ["weight"] += not same_number(row["weight"], now["weight"])
                fade = row["transition"]
                if not fade:
                    differ["fade"] += now["fade_to"] != NONE
                    continue
                differ["fade"] += (fade["from"] != ("<held>" if now["fade_from"] == NONE else states[now["fade_from"]])
                                   or fade["to"] != states[now["fade_to"]] or not same_number(fade["t"], now["fade_t"])
                                   or not same_number(fade["duration"], now["fade_duration"]))
            samples = [s for s in got["samples"] if s["weight"] != 0]
            differ["samples"] += len(samples) != len(wanted["samples"]) or any(
                a["clip"] != name(b["clip"]) or a["layer"] != b["layer"] or f32(a["weight"]) != b["weight"]
                or (b["clip"] != HELD and f32(a["time"]) != b["time"]) for a, b in zip(wanted["samples"], samples))
        for what, count in differ.items():
            equal("frames whose %s differs" % what, count, 0)
        holds("the script visits much of the graph", len(seen) >= 8, seen)
        told = [(h["time"], s) for h in client.heard if h["type"] == "happened" for s in h["signals"]]
        equal("a second time, many steps at once", step_all(client, place, trace), True)


def step_all(client, place, trace):
    """Only the script's first command, then 16 frames in one message."""
    client.tell("restart")
    client.hear("state", lambda h: h["time"] == 0)
    client.goal = 0
    client.tell("set", parameter=0, value=f32(1.2))
    got = step(client, 16)
    wanted = trace[15]
    return [f32(s["time"]) for s in wanted["samples"]] == [s["time"] for s in got["samples"] if s["weight"]] and \
        same_number(wanted["time"], got["time"])


@test
def signals_and_events_are_those_of_sim():
    with Place() as place:
        place.write("script.txt", SCRIPT)
        lines = tool("sim", place.path("hero.animgraph"), "--script", place.path("script.txt"), "--fps", str(FPS),
                     "--duration", "6").stdout.splitlines()
        server, client, doc, graph = play(place)
        parameters = [p["name"] for p in graph["parameters"]]
        commands = [line.split() for line in SCRIPT.splitlines()]
        for k in range(FPS * 6):
            while commands and float(commands[0][0]) <= k / FPS + 1e-9:
                _, what, which, *value = commands.pop(0)
                if what == "fire":
                    client.tell("fire", parameter=parameters.index(which))
                else:
                    client.tell("set", parameter=parameters.index(which), value=float({"true": 1, "false": 0}.get(value[0], value[0])))
            client.tell("step", count=1, fps=FPS)
        client.goal = 6
        happened = []
        while True:
            got = client.message()
            if isinstance(got, dict):
                continue
            from wire import decode
            heard = decode(got)
            if heard["type"] == "happened":
                happened.append(heard)
            if heard["type"] == "state" and abs(heard["time"] - 6) < 1e-9:
                break
        path = lambda s: None if s == NONE else graph["states"][s]["path"]
        signals = [(h["time"], s["layer"], s["kind"], path(s["from"]), path(s["to"])) for h in happened for s in h["signals"]]
        events = [(h["time"], e["layer"], graph["clips"][e["clip"]]["name"], e["type"], e["name"], e["kind"]) for h in happened
                  for e in h["events"] if e["clip"] != NONE]
        wanted_signals, wanted_events = [], []
        for line in map(json.loads, lines):
            for s in line["signals"]:
                kind = 0 if "transition" in s else 1 if "entered" in s else 2
                wanted_signals.append((line["time"], s["layer"], kind, s["transition"][0] if kind == 0 else s.get("exited"),
                                       s["transition"][1] if kind == 0 else s.get("entered")))
            for e in line["events"]:
                if "clip" in e:
                    wanted_events.append((line["time"], e["layer"], e["clip"], e["kind"], e["name"], 1 if e.get("begin") else 2 if e.get("end") else 0))
        near = lambda rows: [(round(r[0], 6),) + r[1:] for r in rows]
        equal("signals", near(signals), near(wanted_signals))
        equal("events", near(events), near(wanted_events))
        holds("there were some", len(signals) > 20 and len(events) > 0, len(signals), len(events))


@test
def poses_are_those_of_pose():
    with Place() as place:
        server, client, doc, graph = play(place)
        model = client.push("model")
        worst_turn = worst_place = 0
        compared = 0
        for clip in ("idle", "walk", "run", "jump"):
            for time_ in (0, 0.1, 0.37):
                wanted = {j["node"]: j["local"] for j in json.loads(
                    tool("pose", place.path("hero.glb"), "--clip", clip, "--time", str(time_), "--json").stdout)["joints"]}
                client.heard.clear()
                client.ask("show", mode="clip", clip=clip, time=time_)
                got = client.hear("pose", lambda h: h["time"] == time_)
                for joint, now in zip(model["joints"], got["joints"]):
                    local = wanted[joint["node"]]
                    turn = [now[k] / 32767 for k in ("rx", "ry", "rz", "rw")]
                    worst_turn = max([worst_turn] + [abs(a - b) for a, b in zip(turn, local["r"])])
                    worst_place = max([worst_place] + [abs(a - b) for a, b in zip((now["tx"], now["ty"], now["tz"]), local["t"])])
                    compared += 1
        holds("joints were compared", compared > 200, compared)
        holds("rotations within the quantisation", worst_turn <= 1 / 65534 + 1e-6, worst_turn)
        holds("translations as they are", worst_place <= 1e-6, worst_place)
        client.ask("show", mode="play")
        holds("and the player again", client.hear("pose")["time"] >= 0)
        equal("joints by name and parent", [(j["name"], j["parent"]) for j in model["joints"]][:2], [("root", -1), ("body", -1)])
        meshes = [h for h in client.heard if h["type"] == "meshes"]
        holds("meshes came once", len(meshes) <= 1)


@test
def meshes_have_the_colours_of_their_materials():
    with Place() as place:
        with open(place.path("hero.glb"), "rb") as file:
            glb = file.read()
        gltf = json.loads(glb[20:20 + struct.unpack_from("<I", glb, 12)[0]])
        wanted = [tuple(f32(c) for c in gltf["materials"][p["material"]]["pbrMetallicRoughness"]["baseColorFactor"])
                  for mesh in gltf["meshes"] for p in mesh["primitives"]]
        server = place.serve()
        client = server.client()
        doc = client.open("hero.animgraph")
        client.ask("watch", state=False, pose=True, why=False)
        client.ask("preview", doc=doc["doc"])
        meshes = client.hear("meshes")["meshes"]
        equal("each its own", sorted(tuple(m["color"]) for m in meshes), sorted(wanted))
        holds("which are several", len(set(wanted)) > 3, wanted)


@test
def findings_are_those_of_check():
    with Place() as place:
        text = place.read("hero.animgraph")
        server, client, doc, graph = play(place)
        broken = [text.replace('"jump"', '"jmup"', 1), text.replace('"speed"', '"sped"', 1), text.replace('"exit"', '"exot"', 1),
                  text[:len(text) // 2], "", "{}", "[]", '{"version": 2}', text.replace('"clip": "', '"clip": "no'),
                  text.replace('"hero.glb"', '"none.glb"'), text.replace('"rig"', '"gir"'), text + "x", text.replace(",", ",,", 1),
                  text.replace('"fade": 0.1', '"fade": -1'), text.replace('"from": "*"', '"from": "Nowhere"', 1)]
        random.seed(5)
        for _ in range(40):
            at = random.randrange(len(text))
            broken.append(text[:at] + random.choice(['"', "{", "}", "1e999", ",", "null", "x", ""]) + text[at + random.randrange(9):])
        kinds = set()
        for number, new in enumerate(broken):
            if client.edit(doc, (0, len(doc["text"].encode()), new))["type"] != "edited":
                holds("it is taken", False)
                continue
            told = client.push("findings", lambda p: p["revision"] == doc["revision"])["findings"]
            place.write("copy.animgraph", new)
            said = json.loads(tool("check", "copy.animgraph", "--json", cwd=place.folder).stdout)["findings"]
            wanted = [[f["severity"], f["code"], f["sentence"].replace("copy.animgraph", "hero.animgraph"), f["path"],
                       f["file"].replace("copy.animgraph", "hero.animgraph"), f["line"], f["column"]] for f in said]
            got = [[f["severity"], f["code"], f["message"], f["path"], f["file"], f["line"], f["column"]] for f in told]
            equal("findings of text %d" % number, got, wanted)
            kinds |= {f["code"] for f in told}
        holds("of many kinds", len(kinds) > 6, kinds)


@test
def an_edit_rebinds_without_a_restart():
    with Place() as place:
        server, client, doc, graph = play(place)
        parameters = [p["name"] for p in graph["parameters"]]
        client.tell("set", parameter=parameters.index("speed"), value=3.0)
        step(client, 40)
        client.tell("fire", parameter=parameters.index("jump"))
        before = step(client, 10)
        client.heard.clear()
        client.replace(doc, '"parameters": {', '"parameters": { "fresh": { "type": "float", "default": 7 },')
        graph2 = client.hear("graph")
        after = client.hear("state")
        equal("the time stands", after["time"], before["time"])
        equal("the states stand", [graph2["states"][l["state"]]["path"] for l in after["layers"]],
              [graph["states"][l["state"]]["path"] for l in before["layers"]])
        equal("progress too", [l["progress"] for l in after["layers"]], [l["progress"] for l in before["layers"]])
        equal("fades too", [round(l["fade_t"], 6) for l in after["layers"]], [round(l["fade_t"], 6) for l in before["layers"]])
        values = {p["name"]: v for p, v in zip(graph2["parameters"], after["parameters"])}
        equal("parameters by name, and the new one as the graph says", (values["speed"], values["fresh"]), (3.0, 7.0))
        client.edit(doc, (0, 0, "{"))
        holds("a broken text is told", not client.push("findings", lambda p: p["revision"] == doc["revision"])["playable"])
        client.heard.clear()
        last = step(client)
        holds("and the last good one plays on", last["time"] > after["time"] and len(last["parameters"]) == len(graph2["parameters"]))


@test
def what_was_told_before_an_edit_is_done_before_it():
    with Place() as place:
        server, client, doc, graph = play(place)
        speed = [p["name"] for p in graph["parameters"]].index("speed")
        client.tell("step", count=20000, fps=FPS)  # more than is done at a time
        client.tell("set", parameter=speed, value=3.0)
        client.replace(doc, '"parameters": {', '"parameters": { "fresh": { "type": "float", "default": 7 },')
        names = [p["name"] for p in client.hear("graph")["parameters"]]
        after = client.hear("state", lambda h: len(h["parameters"]) == len(names))
        holds("the steps", abs(after["time"] - 20000 / FPS) < 1e-6, after["time"])
        equal("the parameter", after["parameters"][names.index("speed")], 3.0)


@test
def a_page_that_comes_to_a_broken_graph_is_told_why_nothing_shows():
    with Place() as place:
        place.write("broken.animgraph", "{")
        server = place.serve(file="broken.animgraph")
        for who in ("the first page", "one that comes later"):
            client = server.client()
            doc = client.open("broken.animgraph")
            client.ask("watch", state=True, pose=True, why=False)
            client.ask("preview", doc=doc["doc"])
            model = client.push("model")
            holds(who, "the graph has errors" in model.get("error", ""), model)


@test
def live_time_is_real_time():
    with Place() as place:
        server, client, doc, graph = play(place)
        client.tell("pause", paused=0)
        first = client.hear("state", lambda h: not h["paused"] and h["time"] > 0)
        began, count = time.monotonic(), 0
        while time.monotonic() - began < 2:
            last = client.hear("state")
            count += 1
        played, passed = last["time"] - first["time"], time.monotonic() - began
        # Gaps of more than a quarter of a second do not count, so that a machine that is busy plays less.
        holds("time goes on, and no faster than it does", 0 < played < passed + 0.3, played, passed)
        client.tell("speed", speed=2.0)
        first = client.hear("state", lambda h: h["speed"] == 2)
        began = time.monotonic()
        while time.monotonic() - began < 1:
            last = client.hear("state")
        holds("and goes on at another speed", last["speed"] == 2 and last["time"] > first["time"], last)
        client.tell("pause", paused=1)
        stopped = client.hear("state", lambda h: h["paused"])
        time.sleep(0.3)
        equal("and stands", client_time(client), stopped["time"])
        why = client.hear("why") if any(h["type"] == "why" for h in client.heard) else None
        holds("verdicts come", why is None or len(why["verdicts"]) == len(graph["transitions"]))


def client_time(client):
    client.tell("solo", layer=65535)
    return client.hear("state", lambda h: h["paused"])["time"]


@test
def weights_and_triangles_are_the_runtimes():
    with Place() as place:
        server, client, doc, graph = play(place)
        move = client.ask("weights", layer=0, state="Move", motion=0, at=[{"x": x, "y": 0} for x in (0, 1.5, 2.5, 6, -5)])["rows"]
        holds("1D weights sum to one", all(abs(sum(row) - 1) < 1e-5 for row in move), move)
        parameters = [p["name"] for p in graph["parameters"]]
        for x in (0.4, 1.3, 2.2):
            client.tell("set", parameter=parameters.index("speed"), value=x)
            got = step(client, FPS // 2)
            wanted = [w for w in client.ask("weights", layer=0, state="Move", motion=0, at=[{"x": f32(x), "y": 0}])["rows"][0] if w]
            shown = [s["weight"] for s in got["samples"] if s["layer"] == 0 and s["weight"]]
            equal("as the preview shows at %g" % x, [f32(w) for w in wanted], shown)
        equal("bands have none", client.ask("triangles", layer=0, state="Strafe", motion=0)["corners"], [])
        client.replace(doc, '"algorithm": "gradient"', '"algorithm": "delaunay"')
        client.push("findings", lambda p: p["revision"] == doc["revision"])
        corners = client.ask("triangles", layer=0, state="Strafe", motion=0)["corners"]
        holds("a 2D blend has triangles", len(corners) >= 3 and len(corners) % 3 == 0, corners)
        children = len(client.ask("weights", layer=0, state="Strafe", motion=0, at=[{"x": 0, "y": 0}])["rows"][0])
        holds("of its motions", set(corners) == set(range(children)), corners, children)
        equal("a 1D one has none", client.ask("triangles", layer=0, state="Move", motion=0)["corners"], [])
        equal("no blend", client.ask("weights", layer=0, state="Hurt", motion=0, at=[{"x": 0, "y": 0}])["code"], "no-blend")
        equal("no state", client.ask("weights", layer=0, state="None", motion=0, at=[])["code"], "unknown-state")


@test
def clips_in_the_editor_change_the_model_at_once():
    with Place() as place:
        server, client, doc, graph = play(place)
        client.push("model")
        clips = client.open("hero.clips.json")
        at = clips["text"].index("{") + 1
        clip = "idle"
        new = json.loads(clips["text"])
        new.setdefault(clip, {}).setdefault("events", []).append({"time": 0.01, "kind": "script", "name": "hello"})
        client.edit(clips, (0, len(clips["text"].encode()), json.dumps(new)))
        model = client.push("model")
        names = [e["name"] for c in model["clips"] if c["name"] == clip for e in c["events"]]
        holds("the event is there", "hello" in names, model["clips"])
        client.heard.clear()
        client.tell("step", count=4, fps=FPS)
        heard = client.hear("happened", lambda h: h["events"])["events"]
        equal("and is told when it is passed", [(e["type"], e["name"]) for e in heard], [("script", "hello")])
        client.edit(clips, (0, len(clips["text"].encode()), '{"idle": {"events": 5}}'))
        found = client.push("findings", lambda p: p["findings"])
        holds("what is wrong there is told with its file", found["findings"][0]["file"] == "hero.clips.json", found)
        holds("and the preview plays on", client.push("model")["joints"])


@test
def models_that_come_and_go():
    with Place() as place:
        glb = open(place.path("hero.glb"), "rb").read()
        place.write("broken.glb", glb[:500])
        place.write("other.glb", glb)
        tool("bake", place.path("hero.glb"), place.path("hero.animgraph"), "-o", place.path("pack.bank"))
        server, client, doc, graph = play(place)
        files = {f["name"]: f["id"] for f in client.welcome["files"]}
        for name in ("other.glb", "pack.bank"):
            client.pushes.clear()
            client.ask("preview", doc=doc["doc"], model=files[name])
            model = client.push("model", lambda p: p.get("name") == name)
            holds("%s is shown" % name, len(model["joints"]) > 10 and "error" not in model)
            holds("and poses come", client.hear("pose"))
        client.ask("preview", doc=doc["doc"], model=files["broken.glb"])
        model = client.push("model", lambda p: p.get("name") == "broken.glb")
        holds("one that does not load says why", model.get("error") and not model["joints"], model)
        place.write("broken.glb", glb)
        holds("mended, it shows", client.push("model", lambda p: p["joints"])["name"] == "broken.glb")
        os.remove(place.path("broken.glb"))
        holds("gone, it says so", "could not be opened" in client.push("model", lambda p: p.get("error"))["error"])
        equal("a graph is no model", client.ask("preview", doc=doc["doc"], model=doc["file"])["code"], "unknown-file")


@test
def a_large_graph_stalls_nobody():
    states = {"S%d" % i: {"clip": "idle", "position": [i % 20 * 200, i // 20 * 100]} for i in range(2000)}
    transitions = [{"from": "S%d" % (i % 2000), "to": "S%d" % ((i * 7 + 1) % 2000), "when": [{"parameter": "p", "test": ">", "value": i}]}
                   for i in range(6000) if i % 2000 != (i * 7 + 1) % 2000]
    graph = {"version": 2, "parameters": {"p": {"type": "float"}},
             "layers": [{"name": "A", "machine": {"states": states, "transitions": transitions}}]}
    with Place() as place:
        place.write("large.animgraph", json.dumps(graph))
        server = place.serve(file="large.animgraph")
        client, other = server.client(), server.client()
        doc = client.open("large.animgraph")
        client.ask("watch", state=True, pose=False, why=False)
        client.ask("preview", doc=doc["doc"])
        client.hear("state")
        for i in range(30):
            client.edit(doc, (0, i % 2, "" if i % 2 else " "))
            equal("another tab is answered meanwhile", other.ask("list")["type"], "files")
        client.push("findings", lambda p: p["revision"] == doc["revision"])
        holds("the last text is checked in the end", True)


main()
