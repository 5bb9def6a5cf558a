/* What interrupted fades hold. Invariant: kept results are of layers whose row said keep in the step applied last,
   at ascending times of the player; a hold never changes after it was taken, apart from being measured once. */
#include "pose.h"

#include <string.h>

/* Moments less than this apart are one moment; a result older than LIMIT is too old to fade from. */
static const double SAME = 1e-9, LIMIT = 0.25;

void snw_hold_rewind(snw_hold *hold, double time) {
    if (hold->kept_count && time <= hold->kept_time[hold->newest] - SAME) hold->kept_count = 0;
    if (hold->known && time <= hold->held_time - SAME) hold->known = false;
}

static void take(sinew_pose *pose, snw_hold *hold, uint32_t serial, double time) {
    hold->known = true;
    hold->serial = serial;
    hold->held_time = time;
    hold->measured = false;
    hold->usable = hold->kept_count > 0 && time - hold->kept_time[hold->newest] < LIMIT + SAME;
    if (!hold->usable) return;
    snw_value_copy(pose, &hold->held, &hold->kept[hold->newest]);
    snw_shown_copy(pose, &hold->held_shown, &hold->kept_shown);
}

const snw_hold *snw_hold_meet(sinew_pose *pose, uint32_t layer, const sinew_sample *sample, double time) {
    snw_hold *hold = &pose->holds[layer];
    if (!hold->known || hold->serial != sample->hold_serial) take(pose, hold, sample->hold_serial, time);
    /* Once measured it holds offsets, which are no pose: a still sample of the same serial (another player's) has
       nothing to show then. */
    if (hold->measured && !(sample->flags & SINEW_SAMPLE_INERTIAL)) return NULL;
    return hold->usable ? hold : NULL;
}

void snw_hold_keep(sinew_pose *pose, uint32_t layer, double time) {
    snw_hold *hold = &pose->holds[layer];
    bool again = hold->kept_count && time < hold->kept_time[hold->newest] + SAME;
    if (!again) {
        hold->newest = 1 - hold->newest;
        if (hold->kept_count < 2) ++hold->kept_count;
        hold->kept_time[hold->newest] = time;
    }
    if (pose->limit) /* of what lies past the limit it keeps nothing */
        memset(pose->mean.present + pose->limit, 0,
               (pose->model->skeleton.group_count - pose->limit) * sizeof *pose->mean.present);
    if (pose->lent) {
        snw_value_copy(pose, &hold->kept[hold->newest], &pose->mean);
        snw_shown_copy(pose, &hold->kept_shown, &pose->layer_shown);
        return;
    }
    snw_value kept = hold->kept[hold->newest];
    hold->kept[hold->newest] = pose->mean;
    pose->mean = kept;
    snw_shown shown = hold->kept_shown;
    hold->kept_shown = pose->layer_shown;
    pose->layer_shown = shown;
}
