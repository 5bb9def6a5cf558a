# Completion of sinew for bash.
_sinew() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local run='--rig --clips --script --fps --duration --out --help' words=
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ] || { [ "$command" = help ] && [ "$COMP_CWORD" -eq 2 ]; }; then
        mapfile -t COMPREPLY < <(compgen -W 'info check bake sim pose plot init edit bench help --version --licenses --help' -- "$word")
        return
    fi
    case $before in
    --format) mapfile -t COMPREPLY < <(compgen -W 'jsonl csv' -- "$word"); return ;;
    --tier) mapfile -t COMPREPLY < <(compgen -W 'fast compact exact' -- "$word"); return ;;
    --error | --jobs | --clips | --fps | --save-at | --from | --duration | --joints | --clip | --time | --seconds | --most | --tracks | --port) return ;;
    --project) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
    -o | --rig | --script | --out | --save | --restore) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    if [ "${word:0:1}" = - ]; then
        case $command in
        info) words='--rig --clips --json --help' ;;
        bake) words='--tier --error --jobs --meshes --json --help' ;;
        check) words='--rig --clips --strict --json --help' ;;
        sim) words="$run --tracks --format --joints --save-at --save --restore --from --properties --coverage --json --case --tier --bank" ;;
        plot) words="$run --tracks" ;;
        pose) words='--clip --time --json --help' ;;
        bench) words='--seconds --most --json --compare --out --help' ;;
        init) words='--help' ;;
        edit) words='--rig --project --port --no-open --help' ;;
        esac
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
        return
    fi
    compopt -o filenames 2>/dev/null
    if [ "$command" = init ]; then mapfile -t COMPREPLY < <(compgen -d -- "$word"); else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}
complete -F _sinew sinew
