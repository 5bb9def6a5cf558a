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

/* ---- rebinding ---- */

/* The old binding's drive of the same parameter: of several the one at the same place among them. */
static uint32_t same_drive(const sinew_binding *from, const sinew_binding *to, uint32_t drive) {
    uint32_t parameter = to->drives[drive].parameter, rank = 0;
    uint32_t old = sinew_binding_find_parameter(from, to->parameters[parameter].name);
    for (uint32_t i = 0; i < drive; ++i) rank += to->drives[i].parameter == parameter;
    for (uint32_t i = 0; old != SINEW_NONE && i < from->drive_count; ++i)
        if (from->drives[i].parameter == old && rank-- == 0) return i;
    return SINEW_NONE;
}

void snw_drive_keep(const sinew_player *from, uint32_t old_row, sinew_player *to, uint32_t row) {
    const sinew_binding *was = from->binding, *is = to->binding;
    for (uint32_t i = 0; i < is->drive_count; ++i) {
        uint32_t drive = same_drive(was, is, i);
        if (drive == SINEW_NONE) continue;
        snw_driven_of(to)[(size_t)row * is->drive_count + i] =
            snw_driven_of(from)[(size_t)old_row * was->drive_count + drive];
    }
}

bool snw_drives_same(const sinew_binding *a, const sinew_binding *b) {
    bool same = a->drive_count == b->drive_count;
    for (uint32_t i = 0; same && i < a->drive_count; ++i) same = a->drives[i].parameter == b->drives[i].parameter;
    return same;
}
