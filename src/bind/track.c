/* What a bind desc asks for beside the graph: tracks with their queues, and masks by name.
   Invariant: a layer's masks come before the desc's, and no two that have a name share it. */
#include "bind.h"

#include <stdio.h>

static void count_tracks(snw_binder *binder) {
    sinew_binding *out = binder->out;
    const sinew_bind_desc *desc = binder->desc;
    if (desc->track_count > SINEW_MAX_TRACKS)
        snw_log_add(binder->log, SINEW_CODE_TOO_LARGE, "bind.track_count",
                    "%u tracks are more than the %u there may be", desc->track_count, SINEW_MAX_TRACKS);
    else if (desc->track_queue > SINEW_MAX_TRACK_QUEUE)
        snw_log_add(binder->log, SINEW_CODE_TOO_LARGE, "bind.track_queue",
                    "a queue of %u clips is longer than the %u it may be", desc->track_queue, SINEW_MAX_TRACK_QUEUE);
    else {
        out->track_count = desc->track_count;
        out->track_queue = desc->track_queue ? desc->track_queue : 4;
    }
    out->row_count = out->layer_count + out->track_count;
}

void snw_bind_tracks(snw_binder *binder) {
    count_tracks(binder);
    for (uint32_t i = 0; i < binder->desc->mask_count; ++i) {
        char path[64];
        snprintf(path, sizeof path, "bind.masks[%u]", i);
        snw_bind_own_mask(binder, &binder->desc->masks[i], path);
    }
}
