# For the checks: sourced, not run. A check takes the tree's root (default: this one) and the build folder, prints
# its faults as `file:line: sentence`, then how much it looked at; it fails when there is a fault or it saw nothing.
# shellcheck shell=bash
set -u -o pipefail
root=${1:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}
build=${2:-$root/build}
case "$build" in /*) ;; *) build=$PWD/$build ;; esac
cd "$root" || exit 2
check=$(basename "$0")
faults=0

# The tree's own files: what git knows or would take, else everything but builds.
tree() {
    if [ -e .git ]; then
        git ls-files --cached --others --exclude-standard -- "$@" | while IFS= read -r f; do [ -f "$f" ] && echo "$f"; done
    else
        find "${@:-.}" -type f -not -path './.git/*' -not -path '*/build*/*' -not -path './build*' -not -path '*/node_modules/*' -not -path '*/editor/dist/*' \
            -not -path '*/editor/generated/*' 2>/dev/null |
            sed 's|^\./||'
    fi | LC_ALL=C sort
}

# Without it a broken command would look like a clean tree.
broken() {
    echo "$check: a command of the check itself failed"
    exit 2
}

# Reads lines `file:line: sentence` as faults.
take_faults() {
    local line
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        echo "$line"
        faults=$((faults + 1))
    done
}

# C text without comments, strings and characters; lines stay where they are.
code_of() {
    awk 'FNR == 1 { inside = 0 }
    {
        line = $0; out = ""
        while (length(line)) {
            if (inside) {
                at = index(line, "*/")
                if (!at) { line = ""; break }
                line = substr(line, at + 2); inside = 0
            } else if (match(line, /\/\*|\/\/|"([^"\\]|\\.)*"|\047([^\047\\]|\\.)*\047/)) {
                token = substr(line, RSTART, RLENGTH)
                out = out substr(line, 1, RSTART - 1)
                line = substr(line, RSTART + RLENGTH)
                if (token == "/*") inside = 1
                else if (token == "//") line = ""
                else out = out (out ~ /^[ \t]*#[ \t]*include[ \t]*$/ ? token : "\"\"")
            } else { out = out line; line = "" }
        }
        print FILENAME ":" FNR ":" out
    }' "$@"
}

# conclude COUNT WHAT: the last line of every check, and its exit status.
conclude() {
    echo "$check: looked at $1 $2, $faults faults"
    if [ "$1" -eq 0 ]; then
        echo "$check: it looked at nothing, which is a fault of its own"
        exit 1
    fi
    [ "$faults" -eq 0 ]
    exit
}
