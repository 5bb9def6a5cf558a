#!/bin/bash
# sinew init: the folder works as its README says; what is there is never touched; a failure leaves nothing.
. "$(dirname "$0")/common.sh"

run init hero
ends 0; silent; prints "hero now has:"; prints "hero.animgraph"; prints "minute.txt"; prints "hero.glb"
for file in README.md hero.animgraph minute.txt hero.glb hero.clips.json; do holds "$file is there" [ -s "hero/$file" ]; done
run init hero
fails 1 "hero: error: the folder is not empty" "[file]"
mkdir empty
run init empty
ends 0
holds "an empty folder is filled" cmp hero/hero.glb empty/hero.glb
echo text >file
run init file
fails 1 "there is a file of this name"
run init no/such/parent
fails 1 "could not be made: No such file or directory"
run init ""
fails 2 "needs a name"
run init a b
fails 2 "one too many"

# Every command of the README, as it stands there.
cd hero || exit 1
PATH=$(dirname "$sinew"):$PATH
commands=$(sed -n 's/^    sinew /sinew /p' README.md)
holds "the README has commands" [ "$(printf '%s\n' "$commands" | wc -l)" -ge 4 ]
while IFS= read -r line; do
    what="README: $line"
    # shellcheck disable=SC2086
    "$sinew" ${line#sinew } >out 2>err </dev/null
    status=$?
    ends 0; silent
done <<<"$commands"
holds "the plot is there" [ -s hero.svg ]
holds "the trace has a line a frame" [ "$(wc -l <trace.jsonl)" = 3600 ]
cd .. || exit 1

# A disk that fills up: a small limit on the size of files stands in for it.
what="init with too little room"
(ulimit -f 40; trap '' XFSZ; "$sinew" init full >out 2>err); status=$?
fails 1 "could not be written"
holds "it takes back what it wrote" [ ! -e full ]
conclude
