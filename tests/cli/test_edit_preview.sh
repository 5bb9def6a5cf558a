#!/bin/bash
# The editor's preview against sinew sim, pose and check; see editor/preview.py.
. "$(dirname "$0")/editor.sh" preview
