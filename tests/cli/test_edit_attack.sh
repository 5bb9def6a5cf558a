#!/bin/bash
# Attacks on a running `sinew edit`, each of the rules that keep it safe; see editor/attack.py.
. "$(dirname "$0")/editor.sh" attack
