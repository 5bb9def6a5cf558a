#!/bin/bash
# The graph checker: every crooked graph of tests/checker has the finding that expected.tsv says and no other, the
# straight ones and all that we show to others have none; sim --coverage says what a script left out.
. "$(dirname "$0")/common.sh"

# findings FILE OPTIONS...: code and path of each, one a line, those without a place in the text marked. That a model is
# not there (its example makes it when it runs) is none.
findings() {
    run check "$@" --json
    grep -oE '"code":"[^"]*","file":[^,]*,"line":[0-9]+,"column":[0-9]+,"path":"[^"]*"' out | grep -v '^"code":"file"' |
        sed -E 's/^"code":"([^"]*)".*"line":(0?).*"path":"([^"]*)"$/\1 \3 \2/; s/ 0$/ (no place)/; s/ $//'
}

cp -r "$root/tests/checker" "$root/tests/conformance" .
cd checker || exit 1
crooked=0
straight=0
while IFS=$'\t' read -r graph options code paths; do
    case "$graph" in '#'*) continue ;; esac
    [ "$options" = - ] && options=
    wanted=
    if [ "$code" = - ]; then straight=$((straight + 1)); else
        crooked=$((crooked + 1))
        for path in $paths; do wanted="$wanted$code $path"$'\n'; done
    fi
    # shellcheck disable=SC2086
    found=$(findings "$graph" $options)
    holds "$graph: $found" [ "$found" = "${wanted%$'\n'}" ]
done <expected.tsv
holds "30 crooked graphs or more" [ "$crooked" -ge 30 ]
holds "straight ones" [ "$straight" -ge 10 ]
for graph in *.animgraph straight/*.animgraph; do holds "$graph is in the table" grep -q "^$graph	" expected.tsv; done
for code in unreachable-state transition-never transition-shadowed instant-ring unused-parameter blend-unreachable \
    mask-empty additive-reference unknown-clip unknown-joint; do
    holds "$code has a graph" grep -q "	$code	" expected.tsv
done
cd .. || exit 1

# What we show to others has no finding.
run init example
ends 0
shown=0
for graph in example/*.animgraph "$root"/examples/*.animgraph "$root"/examples/*/*.animgraph; do
    [ -f "$graph" ] || continue
    case "$graph" in */character/hero.animgraph) continue ;; esac # as init's, which has its model beside it
    shown=$((shown + 1))
    holds "$graph" [ -z "$(findings "$graph")" ]
done
holds "examples were looked at" [ "$shown" -gt 0 ]

# Whole graphs in the docs: a block that is an object with layers, or with states at its top.
mkdir docs
python3 - "$root" <<'P'
import glob, json, re, sys
count = 0
for name in sorted(glob.glob(sys.argv[1] + "/docs/**/*.md", recursive=True) + [sys.argv[1] + "/README.md"]):
    for block in re.findall(r"```[a-z]*\n(.*?)```", open(name).read(), re.S):
        try:
            graph = json.loads(block)
        except ValueError:
            continue
        if isinstance(graph, dict) and ("layers" in graph or "states" in graph):
            open("docs/%d.animgraph" % count, "w").write(block)
            count += 1
P
docs=0
for graph in docs/*.animgraph; do
    [ -f "$graph" ] || continue
    docs=$((docs + 1))
    run check "$graph"
    if grep -q "could not be opened" err; then run check "$graph" --rig "$root/tests/conformance/poses/rig.gltf"; fi
    for code in unreachable-state transition-never transition-shadowed instant-ring unused-parameter blend-unreachable \
        additive-reference; do hides "[$code]"; done
done
holds "graphs in the docs were looked at" [ "$docs" -gt 0 ]

# Warnings leave the exit status alone, unless asked.
cd checker || exit 1
run check shadowed-same-exit.animgraph
ends 0
says 'shadowed-same-exit.animgraph:14:'
says 'warning: the transition from "A" to "C" never goes: transitions[0], from "A" to "B"'
says '[transition-shadowed]'
prints '0 errors, 1 warning'
run check shadowed-same-exit.animgraph --strict
ends 1
says 'error: the transition from'
prints '1 error, 0 warnings'
cd .. || exit 1

# sim --coverage.
graph >g.animgraph
printf '0.1 fire jump\n' >jump.txt
run sim g.animgraph --clips "$clips" --script jump.txt --duration 0.2 --coverage
ends 0
lines 12
says 'g.animgraph:16:19: the state "Deep" of the layer "Base" was never entered'
says 'g.animgraph:16:52: the state "Deep/In" of the layer "Base" was never entered'
says 'g.animgraph:20:11: the transition from "Jump" to "Move" never went'
says 'coverage: 3 of 5 states entered, 1 of 2 transitions went'
hides 'the state "Jump"'
run sim g.animgraph --clips "$clips" --script jump.txt --duration 2 --coverage --json
ends 0
silent
is_json
lines 1
prints '{"states":5,"entered":3,"transitions":2,"went":2,"neverEntered":[{"layer":"Base","state":"Deep","path":"layers[0].machine.states.Deep","line":16,"column":19},'
prints '"neverWent":[]}'
run sim g.animgraph --clips "$clips" --duration 0.1 --coverage --json --out trace.jsonl
ends 0
prints '{"layer":"Base","from":"*","to":"Jump","path":"layers[0].machine.transitions[0]","line":19,"column":11}'
holds "the trace is there" [ "$(wc -l <trace.jsonl)" = 6 ]
printf '0 travel Base Deep\n' >travel.txt
run sim g.animgraph --clips "$clips" --script travel.txt --coverage --json
prints '"states":5,"entered":4,"transitions":2,"went":0'
run sim g.animgraph --clips "$clips" --json
fails 2 '--coverage'
run sim --clips "$clips" --coverage
fails 2 'needs a graph'
run sim g.animgraph --clips "$clips" --coverage --json --out -
fails 2 'standard output'
run sim --case g.animgraph --coverage
ends 2
run sim missing.animgraph --clips "$clips" --coverage --json
fails 1 'missing.animgraph'
# The trace is the same with and without.
run sim g.animgraph --clips "$clips" --script jump.txt --duration 2
cp out plain.jsonl
run sim g.animgraph --clips "$clips" --script jump.txt --duration 2 --coverage
cp out covered.jsonl
holds "the same trace" cmp -s covered.jsonl plain.jsonl
conclude
