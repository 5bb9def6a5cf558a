#!/bin/bash
# sinew bench: its rows, its errors beside its times, and what it refuses. No time is judged here.
. "$(dirname "$0")/common.sh"

run bench --seconds 0.001 --most 20
ends 0; silent
for scene in sample-forward sample-random frame2 frame3 advance delaunay-bind delaunay-lookup; do prints "$scene"; done
prints "67 joints"; prints "3 cm from a joint"

run bench --seconds 0.001 --most 20 --json
ends 0; silent; is_json
cat >rows.py <<'P'
import json, sys
d = json.load(open("out"))
assert set(d) == {"machine", "model", "rows"} and d["machine"]["compiler"], d.keys()
assert d["model"] == (sys.argv[1] if len(sys.argv) > 1 else None)
keys = {"scene", "count", "isa", "threads", "us", "us_median", "error_mm", "bytes_per_character", "valid"}
posed = 0
for row in d["rows"]:
    assert set(row) == keys, row
    assert row["isa"] == "scalar" and row["threads"] == 1 and row["valid"] is True, row
    assert 0 < row["us"] <= row["us_median"], row
    if row["scene"].startswith(("sample", "frame")):
        posed += 1
        assert 0 <= row["error_mm"] < 0.01, row
    else:
        assert row["error_mm"] is None, row
assert posed >= 7, posed
counts = [(r["scene"], r["count"]) for r in d["rows"]]
for wanted in [("frame2", 1), ("frame3", 1), ("frame2", 20), ("advance", 1), ("delaunay-lookup", 1000)]:
    assert wanted in counts, wanted
P
if python3 rows.py; then good; else bad "has other rows"; fi
run bench "$rig" --seconds 0.001 --most 20 --json
ends 0; silent; is_json
if python3 rows.py "$rig"; then good; else bad "has other rows"; fi

run bench --seconds 0.001 --most 20 --json --out report.json
ends 0; empty; silent
holds "the report is in its file" test -s report.json

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
