#!/bin/bash
# sinew sim --save-at, --save, --restore, --from: a run cut in two is the run, and files that are no state are told.
. "$(dirname "$0")/common.sh"
graph >g.animgraph
cat >s.txt <<'S'
0    set speed 0.75
0.2  fire jump
0.25 glide speed 1.5 1
0.3  fire jump
0.5  crossfade Base Deep 0.4
0.6  set armed true
0.9  weight 1 0.25
S
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --out whole.jsonl
ends 0
for at in 0 0.025 0.25 0.3 0.31 0.6 1; do
    run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --save-at "$at" --save "at.$at" --out first.jsonl
    ends 0; silent
    holds "saving changes nothing of the run" cmp first.jsonl whole.jsonl
    run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore "at.$at"
    ends 0; silent
    tail -n "$(wc -l <out)" whole.jsonl >rest.jsonl
    cp out second.jsonl
    holds "the rest after $at s is the run's" cmp second.jsonl rest.jsonl
done
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.0
ends 0; lines 40
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.0.25
ends 0; lines 30; prints '"frame":11,"time":0.275'
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.1
ends 0; empty
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.0.25 --save-at 0.5 --save at.twice
ends 0
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.twice
ends 0; lines 20
tail -n 20 whole.jsonl >rest.jsonl; cp out second.jsonl
holds "also what was saved from what was restored" cmp second.jsonl rest.jsonl
run sim g.animgraph --clips "$clips" --script s.txt --fps 40 --restore at.0.25 --format csv
ends 0; lines 31

# While it is paused a player's own time stands still.
printf '0.2 pause\n0.5 resume\n0.7 fire jump\n' >pause.txt
run sim g.animgraph --clips "$clips" --script pause.txt --fps 20 --save-at 0.6 --save paused
ends 0
tail -n 8 out >rest.jsonl
run sim g.animgraph --clips "$clips" --script pause.txt --fps 20 --restore paused --from 0.6
ends 0; cp out second.jsonl
holds "--from says where a paused run stands" cmp second.jsonl rest.jsonl

run sim g.animgraph --clips "$clips" --save-at 0.5
fails 2 '"--save-at" says when and "--save" where to'
run sim g.animgraph --clips "$clips" --save x
fails 2 'give both'
run sim g.animgraph --clips "$clips" --from 1
fails 2 '"--from" goes with "--restore"'
run sim g.animgraph --clips "$clips" --save-at 5 --save x
fails 2 'after the run'
run sim g.animgraph --clips "$clips" --fps 40 --restore at.0.6 --save-at 0.25 --save x
fails 1 'the run goes on from 0.6 s'
run sim g.animgraph --clips "$clips" --fps 7 --restore at.0.6
fails 1 '0.6 s is not where a frame begins at 7 frames a second'
run sim --case --restore at.0.6 "$root/tests/conformance/glide.json"
fails 2 'everything else stands in the case'
run sim g.animgraph --clips "$clips" --save-at 0.5 --save nowhere/x
ends 1; says 'nowhere/x'

run sim g.animgraph --clips "$clips" --restore none
fails 1 'none: error: it could not be opened'
: >nothing
run sim g.animgraph --clips "$clips" --restore nothing
fails 1 'nothing: error: the saved state begins otherwise: this is something else; give one that was saved [syntax]'
run sim g.animgraph --clips "$clips" --restore g.animgraph
fails 1 'the saved state begins otherwise'
head -c 40 at.0.6 >cut
run sim g.animgraph --clips "$clips" --restore cut
fails 1 'the saved state is cut: 40 of its'
cat at.0.6 at.0.6 >long
run sim g.animgraph --clips "$clips" --restore long
fails 1 'something follows after its end'
{ head -c 30 at.0.6; printf '\177'; tail -c +32 at.0.6; } >changed
run sim g.animgraph --clips "$clips" --restore changed
fails 1 'its checksum does not fit'
{ head -c 4 at.0.6; printf '\377'; tail -c +6 at.0.6; } >later
run sim g.animgraph --clips "$clips" --restore later
fails 1 'version 255 of its form' '[version]'
sed 's/"fade": 0.1/"fade": 0.2/' g.animgraph >other.animgraph
run sim other.animgraph --clips "$clips" --fps 40 --restore at.0.6
fails 1 'the state was saved from another graph' '[refused]'
run sim g.animgraph --clips "${clips/run:0.6/run:0.6:once}" --fps 40 --restore at.0.6
fails 1 'the state was saved with another binding'
conclude
