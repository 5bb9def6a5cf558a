#!/bin/bash
# sinew bench: its rows, its errors beside its times, and what it refuses. No time is judged here.
. "$(dirname "$0")/common.sh"

run bench --seconds 0.001 --most 20
ends 0; silent
for scene in sample-forward sample-random frame2 frame3 advance delaunay-bind delaunay-lookup; do prints "$scene"; done
prints "67 joints"; prints "3 cm from a joint"; prints "conventional"; prints "goal"; prints "scaled"

run bench --seconds 0.001 --most 20 --json
ends 0; silent; is_json
cat >rows.py <<'P'
import json, sys
d = json.load(open("out"))
assert set(d) == {"machine", "model", "rows", "goals"} and d["machine"]["compiler"], d.keys()
assert d["machine"]["multiply_ns"] > 0
assert d["model"] == (sys.argv[1] if len(sys.argv) > 1 else None)
keys = {"scene", "count", "isa", "threads", "us", "us_median", "error_mm", "bytes_per_character", "valid"}
posed, sets = 0, set()
for row in d["rows"]:
    assert set(row) == keys, row
    assert row["threads"] in (1, 2) and row["valid"] is True, row
    assert 0 < row["us"] <= row["us_median"], row
    if row["scene"].startswith("frame") or (row["scene"].startswith("sample") and row["isa"] != "conventional"):
        posed += 1
        assert 0 <= row["error_mm"] < (2 if row["isa"] == "conventional" else 0.15), row
        sets.add(row["isa"])
    elif row["scene"].startswith("crowd") and row["threads"] == 1 and row["scene"] != "crowd-unseen":
        assert row["error_mm"] == 0 if row["scene"] == "crowd" else row["error_mm"] >= 0, row
    else:
        assert row["error_mm"] is None, row
assert posed >= 10 and {"conventional", "scalar"} <= sets, (posed, sets)
at = {(r["scene"], r["count"], r["isa"], r["threads"]) for r in d["rows"]}
assert len(at) == len(d["rows"]), "two rows of one thing"
for wanted in [("frame2", 1, "scalar", 1), ("frame3", 1, "conventional", 1), ("frame2", 20, "scalar", 2),
               ("advance", 1, "any", 1), ("advance-large", 1, "any", 1), ("delaunay-lookup", 1000, "any", 1), ("multiply-3x4", 1, "any", 2)]:
    assert wanted in at, wanted
assert any(g["what"] == "advancing a locomotion graph" and g["is"] > 0 and g["must"] == 0.5 for g in d["goals"]), d["goals"]
P
if python3 rows.py; then good; else bad "has other rows"; fi
run bench "$rig" --seconds 0.001 --most 20 --json
ends 0; silent; is_json
if python3 rows.py "$rig"; then good; else bad "has other rows"; fi

run bench --seconds 0.001 --most 20 --json --out report.json
ends 0; empty; silent
holds "the report is in its file" test -s report.json

run bench --seconds 0.001 --most 20 --compare report.json
ends 0; silent; prints "now is"; prints "rows compared, 0 are new"
run bench --seconds 0.001 --most 20 --compare report.json --out report.json
fails 1 "it is also an input; write to another file"
cp "$rig" own.gltf
run bench own.gltf --seconds 0.001 --most 20 --out own.gltf
fails 1 "it is also an input; write to another file"
holds "both are as they were" eval 'cmp -s "$rig" own.gltf && grep -q rows report.json'
# Only what the environment names, and what it lacks falls back to what there is.
SINEW_SIMD=scalar run bench --seconds 0.001 --most 20
ends 0; prints "scalar"; hides "avx"

run bench --compare nowhere.json
fails 1 "nowhere.json" "[file]"
printf '{"rows":[]}' >old.json
run bench --compare old.json
fails 1 "old.json" "no report of sinew bench"
printf '{"rows":' >old.json
run bench --compare old.json
fails 1 "old.json:1:9" "[syntax]"
run bench --compare report.json --json
fails 2 "--compare"

run bench nowhere.glb
fails 1 "nowhere.glb" "[file]"
printf '{"asset":{"version":"2.0"},"nodes":[{"name":"a"}]}' >still.gltf
run bench still.gltf
fails 1 "still.gltf" "there is no clip to measure"
run bench --seconds 0
fails 2 "--seconds"
run bench --most 1
fails 2 "--most"
run bench a.glb b.glb
fails 2 "[usage]"
conclude
