#!/bin/bash
# Files in the editor: opening, changing, saving, conflicts, recovery, two tabs; see editor/files.py.
. "$(dirname "$0")/editor.sh" files
