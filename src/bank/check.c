/* What a pass looks at when it fills: numbers that others rely on. Invariant: linear, each thing once. */
#include "bank/bank.h"
#include "simd/clip.h"

void snw_bank_check_times(snw_pass *pass, const float *times, uint32_t count) {
    bool fits = !pass->fault && count && times[0] >= 0;
    for (uint32_t i = 1; fits && i < count; ++i) fits = times[i] > times[i - 1];
    if (!fits) snw_pass_fault(pass, "times of keys do not ascend from 0");
}

void snw_bank_check_curve(snw_pass *pass, const sinew_model *model, const sinew_curve *curve) {
    bool weights = curve->channel == SINEW_CHANNEL_WEIGHTS;
    if (pass->fault) return;
    if (curve->target >= (weights ? model->morph_count : model->skeleton.joint_count)) {
        snw_pass_fault(pass, "a curve animates what there is not");
        return;
    }
    if (curve->width != snw_channel_width(curve->channel, weights ? model->morphs[curve->target].count : 0))
        snw_pass_fault(pass, "a curve has another number of values than what it animates");
    snw_bank_check_times(pass, curve->times, curve->key_count);
}

void snw_bank_check_block(snw_pass *pass, const sinew_model *model, const snw_clip *clip, size_t bytes) {
    const char *fault = snw_block_check(clip->compiled, bytes, &model->skeleton, clip);
    if (fault) snw_pass_fault(pass, fault);
}
