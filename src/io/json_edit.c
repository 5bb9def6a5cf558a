/* Splicing a document's text. Invariant: bytes outside the edits are copied as they are. */
#include "io/json.h"

#include <string.h>

bool snw_json_splice(const snw_json *json, const snw_json_edit *edits, size_t count, snw_text *out) {
    size_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        if (edits[i].start < at || edits[i].end < edits[i].start || edits[i].end > json->size) return false;
        snw_text_add(out, json->text + at, edits[i].start - at);
        if (edits[i].text) snw_text_add_z(out, edits[i].text);
        at = edits[i].end;
    }
    snw_text_add(out, json->text + at, json->size - at);
    return !out->failed;
}
