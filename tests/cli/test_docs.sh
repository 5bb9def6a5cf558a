#!/bin/bash
# The man page and the completions know every command and option that the tool has, and no other.
. "$(dirname "$0")/common.sh"
man=$root/cli/sinew.1
fish=$root/cli/completion/sinew.fish
zsh=$root/cli/completion/_sinew
sed 's/\\-/-/g' "$man" >plain
in_man() { grep -qE -- "$1" plain; }

# shellcheck source=/dev/null
. "$root/cli/completion/sinew.bash"
compopt() { :; }
# The words that bash offers for a line that ends with the word to complete.
offers() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _sinew
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}

commands=$("$sinew" --help | sed -n 's/^  \([a-z]*\) .*/\1/p')
holds "there are commands" [ "$(printf '%s\n' "$commands" | wc -l)" -ge 6 ]
all=
for command in $commands; do
    holds "the man page has $command" in_man "^\\.BI \"sinew $command"
    holds "fish has $command" grep -q -- "-a $command -d" "$fish"
    holds "zsh has $command" grep -q "'$command:" "$zsh"
    options=$("$sinew" "$command" --help | sed -n 's/^  \(--[a-z-]*\).*/\1/p' | sort | tr '\n' ' ')
    what="bash's options of $command"
    holds "$what" [ "$(offers sinew "$command" --)" = "$options" ]
    for option in $options; do
        [ "$option" = --help ] && continue
        holds "the man page has $option" in_man "$option([^a-z-]|\$)"
        holds "zsh has $option" grep -qE -- "'$option\\[" "$zsh"
        holds "fish has $option of $command" grep -qE -- "from [a-z ]*$command[a-z ]*' -l ${option#--} " "$fish"
        all="$all $option"
    done
done
for option in $(grep -oE -- '--[a-z]+(-[a-z]+)*' plain | sort -u); do
    case "$option" in --version | --licenses) continue ;; esac
    holds "the tool has the man page's $option" grep -qw -- "$option" <<<"$all"
done
holds "bash offers commands" [ "$(offers sinew s)" = "sim " ]
holds "bash offers the rest" [ "$(offers sinew in)" = "info init " ]
holds "bash offers formats" [ "$(offers sinew sim --format '')" = "csv jsonl " ]
touch a.animgraph
holds "bash offers files" [ "$(offers sinew check a.)" = "a.animgraph " ]
holds "the version is the tool's" grep -q "\"$("$sinew" --version)\"" "$man"
if command -v groff >/dev/null; then
    holds "groff has nothing to say of the man page" [ -z "$(groff -man -Tutf8 -ww -z "$man" 2>&1)" ]
fi
conclude
