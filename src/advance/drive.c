/* Parameters that clips drive: written at the end of an advance, from what it shows.
   Invariant: the rule for discrete values, masks ignored: the heaviest sample that carries the lane, of the highest
   layer that weighs at least a half and has one; where no layer is, of layer 0. A hold carries what its layer last
   showed when it was made. */
#include "advance.h"

/* What a layer shows of a lane. */
typedef struct showing {
    bool there;
    float value, weight;
} showing;

static void look_at(const sinew_player *player, const snw_drive *drive, const sinew_sample *sample, snw_driven *own,
                    showing *best) {
    const sinew_binding *binding = player->binding;
    float value = own->held;
    bool carries;
    if (sample->clip == SINEW_CLIP_HELD) carries = own->flags & SNW_DRIVEN_HELD;
    else carries = binding->lane_at(binding->rig_user, sample->clip, drive->lane, (double)sample->time, &value);
    if (!carries || value - value != 0 || !(sample->weight > best->weight)) return;
    *best = (showing){ true, value, sample->weight };
}

/* A hold of a new serial keeps what the layer showed before. */
static void note_hold(const sinew_sample *sample, snw_driven *own) {
    if (sample->clip != SINEW_CLIP_HELD || sample->hold_serial == own->serial) return;
    own->serial = sample->hold_serial;
    own->held = own->flags & SNW_DRIVEN_SHOWN ? own->shown : 0;
    own->flags = own->flags & SNW_DRIVEN_SHOWN ? SNW_DRIVEN_SHOWN | SNW_DRIVEN_HELD : 0;
}

static showing of_layer(const sinew_player *player, const snw_drive *drive, const sinew_layer_row *row,
                        snw_driven *own) {
    const sinew_sample *samples = snw_work_of(player)->samples + row->first_sample;
    showing best = { false, 0, 0 };
    for (uint32_t i = 0; i < row->sample_count; ++i) note_hold(&samples[i], own);
    for (uint32_t i = 0; i < row->sample_count; ++i) look_at(player, drive, &samples[i], own, &best);
    own->shown = best.value;
    own->flags = (own->flags & SNW_DRIVEN_HELD) | (best.there ? SNW_DRIVEN_SHOWN : 0u);
    return best;
}

void snw_drive_parameters(sinew_player *player) {
    const sinew_binding *binding = player->binding;
    const sinew_layer_row *rows = snw_work_of(player)->rows;
    for (uint32_t i = 0; i < binding->drive_count; ++i) {
        const snw_drive *drive = &binding->drives[i];
        showing chosen = { false, 0, 0 };
        for (uint32_t layer = 0; layer < binding->row_count; ++layer) {
            snw_driven *own = &snw_driven_of(player)[(size_t)layer * binding->drive_count + i];
            showing shown = of_layer(player, drive, &rows[layer], own);
            if (shown.there && (layer == 0 || rows[layer].weight >= 0.5f)) chosen = shown;
        }
        if (chosen.there) sinew_player_set_float(player, drive->parameter, chosen.value);
    }
}
