/* A clip in a pass: what it tells, how it moves the character, its compiled block, and those of its curves that are
   read as they are. Invariant: of a clip that is compiled only the curves stay that something reads exactly: those that
   the block leaves out, those of morph groups, and those of the joint that its root motion is taken from. */
#include "bank/bank.h"
#include "rig/root.h"
#include "simd/clip.h"

#include <math.h>
#include <string.h>

/* Products of two, added up often, do not overflow. */
#define MOST 1e150

/* ---- curves ---- */

/* Goes through a clip's curves in order; the block names in that order what it leaves out. */
typedef struct keeping {
    const snw_clip *clip;
    uint32_t next, left; /* the next curve, and the next that the block names */
} keeping;

static bool keeps_next(keeping *k) {
    const snw_clip *clip = k->clip;
    const sinew_curve *curve = &clip->curves[k->next];
    const sinew_root_desc *root = &clip->root;
    const uint32_t *left = clip->compiled ? snw_compiled_at(clip->compiled, clip->compiled->curves) : NULL;
    bool named = left && k->left < clip->compiled->curve_count && left[k->left] == k->next;
    k->left += named;
    ++k->next;
    if (!left || named || curve->channel == SINEW_CHANNEL_WEIGHTS) return true;
    if (root->mode == SINEW_ROOT_NONE || root->joint != curve->target) return false;
    return curve->channel == SINEW_CHANNEL_TRANSLATION || (curve->channel == SINEW_CHANNEL_ROTATION && root->yaw);
}

static void pass_curve(snw_pass *pass, sinew_curve *curve) {
    curve->channel = (sinew_channel)snw_pass_below(pass, (uint32_t)curve->channel, SINEW_CHANNEL_WEIGHTS + 1);
    curve->interpolation =
        (sinew_interpolation)snw_pass_below(pass, (uint32_t)curve->interpolation, SINEW_INTERPOLATION_CUBIC + 1);
    curve->target = snw_pass_word(pass, curve->target);
    curve->key_count = snw_pass_count(pass, curve->key_count, sizeof(float), UINT32_MAX);
    curve->width = snw_pass_below(pass, curve->width, SNW_MOST_WEIGHTS + 1);
    size_t each = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    curve->times = snw_pass_floats(pass, curve->times, curve->key_count);
    curve->values = snw_pass_floats(pass, curve->values, (size_t)curve->key_count * curve->width * each);
}

static uint64_t order_of(const sinew_curve *curve) {
    return (uint64_t)(curve->channel == SINEW_CHANNEL_WEIGHTS) << 62 | (uint64_t)curve->target << 2 |
           (uint64_t)curve->channel;
}

/* The next that is kept, when writing. */
static sinew_curve next_kept(snw_pass *pass, keeping *k) {
    if (!snw_pass_writes(pass)) return (sinew_curve){ 0 };
    while (!keeps_next(k)) {
    }
    return k->clip->curves[k->next - 1];
}

/* Writing, how many of `all` are kept. */
static uint32_t count_kept(snw_pass *pass, const snw_clip *clip, uint32_t all) {
    uint32_t kept = 0;
    keeping k = { .clip = clip };
    while (snw_pass_writes(pass) && k.next < all) kept += keeps_next(&k);
    return kept;
}

static void pass_curves(snw_pass *pass, const sinew_model *model, snw_clip *clip) {
    keeping k = { .clip = clip };
    uint32_t kept = count_kept(pass, clip, clip->curve_count);
    bool partial = snw_pass_flag(pass, clip->partial || kept < clip->curve_count);
    uint32_t joints = count_kept(pass, clip, clip->joint_curve_count);
    uint32_t count = snw_pass_count(pass, kept, 20, UINT32_MAX - 1);
    joints = snw_pass_below(pass, joints, count + 1);
    sinew_curve *curves = snw_pass_table(pass, count, sizeof *curves);
    for (uint32_t i = 0; i < count && !pass->fault; ++i) {
        sinew_curve curve = next_kept(pass, &k);
        pass_curve(pass, &curve);
        if (!curves) continue;
        curves[i] = curve;
        bool weights = curve.channel == SINEW_CHANNEL_WEIGHTS,
             in_order = !i || order_of(&curves[i - 1]) < order_of(&curve);
        if (!in_order || weights != (i >= joints)) snw_pass_fault(pass, "the curves of a clip are not in order");
        snw_bank_check_curve(pass, model, &curve);
    }
    if (!snw_pass_fills(pass)) return;
    clip->curves = curves;
    clip->curve_count = count;
    clip->joint_curve_count = joints;
    clip->partial = partial;
}

/* ---- the block ---- */

/* Its curves are numbered among those that are kept. */
static void renumber(const snw_clip *clip, unsigned char *numbers) {
    keeping k = { .clip = clip };
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clip->compiled->curve_count; ++kept) {
        while (!keeps_next(&k)) {
        }
        if (k.left == i) continue;
        memcpy(numbers + i * sizeof kept, &kept, sizeof kept);
        ++i;
    }
}

static void pass_block(snw_pass *pass, const sinew_model *model, snw_clip *clip) {
    const snw_compiled *block = clip->compiled;
    uint32_t bytes = snw_pass_count(pass, block ? block->bytes : 0, 1, UINT32_MAX);
    clip->compiled = snw_pass_data(pass, block, bytes, 1, SINEW_BANK_ALIGN);
    if (snw_pass_writes(pass)) {
        clip->compiled = block;
        if (block) snw_bank_check_block(pass, model, clip, block->bytes); /* a model may have larger numbers */
    }
    if (block && pass->out) renumber(clip, pass->out + pass->at - bytes + block->curves);
    if (!bytes) return;
    clip->fit.tier = (sinew_tier)snw_pass_below(pass, (uint32_t)clip->fit.tier, SINEW_TIER_EXACT);
    clip->fit.bound = snw_pass_float(pass, clip->fit.bound);
    clip->fit.worst = snw_pass_float(pass, clip->fit.worst);
    clip->fit.mean = snw_pass_float(pass, clip->fit.mean);
    clip->fit.joint = snw_pass_below(pass, clip->fit.joint, model->skeleton.joint_count);
    snw_present *shows = snw_pass_table(pass, model->skeleton.group_count, sizeof *shows);
    snw_batch *batches = snw_pass_table(pass, snw_plan_batches(model->skeleton.group_count), sizeof *batches);
    snw_half *halves = snw_pass_table(pass, snw_plan_halves(model->skeleton.group_count), sizeof *halves);
    if (!snw_pass_fills(pass) || pass->fault) return;
    snw_bank_check_block(pass, model, clip, bytes);
    if (pass->fault) return;
    snw_compiled_shows(clip->compiled, shows);
    clip->shows = shows;
    clip->plan = snw_plan_make(clip->compiled, batches, halves);
}

/* ---- root motion ---- */

static void pass_doubles(snw_pass *pass, double *numbers, int count) {
    for (int i = 0; i < count; ++i) {
        numbers[i] = snw_pass_double(pass, numbers[i]);
        if (!(fabs(numbers[i]) < MOST)) snw_pass_fault(pass, "a number of a root motion is too large");
    }
}

static const sinew_curve *curve_of(const snw_clip *clip, const snw_root *root, sinew_channel channel) {
    for (uint32_t i = 0; i < clip->joint_curve_count; ++i)
        if (clip->curves[i].target == root->joint && clip->curves[i].channel == channel) return &clip->curves[i];
    return NULL;
}

static void pass_turned(snw_pass *pass, const snw_clip *clip, snw_root *root) {
    uint32_t keys = root->rotation ? root->rotation->key_count : 0;
    keys = snw_pass_count(pass, keys, sizeof *root->turned, UINT32_MAX);
    const double *turned = snw_pass_data(pass, root->turned, keys, sizeof *turned, sizeof *turned);
    if (!snw_pass_fills(pass) || pass->fault) return;
    root->turned = turned;
    root->translation = curve_of(clip, root, SINEW_CHANNEL_TRANSLATION);
    root->rotation = root->turns ? curve_of(clip, root, SINEW_CHANNEL_ROTATION) : NULL;
    if (keys != (root->rotation ? root->rotation->key_count : 0))
        snw_pass_fault(pass, "turns of a root are not its keys'");
    for (uint32_t i = 0; i < keys; ++i)
        if (!(fabs(turned[i]) < MOST)) snw_pass_fault(pass, "a number of a root motion is too large");
}

static void pass_mover(snw_pass *pass, snw_clip *clip) {
    bool there = snw_pass_flag(pass, clip->mover != NULL);
    if (!there || pass->fault) return;
    snw_root root = snw_pass_writes(pass) ? *clip->mover : (snw_root){ 0 };
    snw_root_as(&root, &clip->root, clip->length);
    pass_doubles(pass, root.linear, 9);
    pass_doubles(pass, root.still, 9);
    pass_doubles(pass, root.rest, 3);
    pass_doubles(pass, root.pivot, 3);
    pass_doubles(pass, root.up, 3);
    pass_doubles(pass, root.facing[0], 4);
    pass_doubles(pass, root.facing[1], 4);
    pass_doubles(pass, &root.heading, 1);
    pass_doubles(pass, root.start, 3);
    pass_doubles(pass, root.total.move, 3);
    pass_doubles(pass, &root.total.yaw, 1);
    pass_turned(pass, clip, &root);
    snw_root *made = snw_pass_table(pass, 1, sizeof *made);
    if (!snw_pass_fills(pass) || pass->fault) return;
    *made = root;
    clip->mover = made;
}

static void pass_root(snw_pass *pass, const sinew_model *model, snw_clip *clip) {
    sinew_root_desc *root = &clip->root;
    root->mode = (sinew_root_mode)snw_pass_below(pass, (uint32_t)root->mode, SINEW_ROOT_MOTION + 1);
    if (root->mode == SINEW_ROOT_NONE) return;
    root->joint = snw_pass_below(pass, root->joint, model->skeleton.joint_count);
    root->axes = snw_pass_below(pass, root->axes, 8);
    if (!root->axes) snw_pass_fault(pass, "a root motion has no axes");
    root->yaw = snw_pass_flag(pass, root->yaw);
    pass_mover(pass, clip);
}

/* ---- what it tells ---- */

static void pass_event(snw_pass *pass, const snw_clip *clip, double after, sinew_event_desc *event) {
    event->kind = snw_pass_name(pass, event->kind);
    event->name = snw_pass_name(pass, event->name);
    event->payload = snw_pass_text(pass, event->payload);
    event->window = snw_pass_flag(pass, event->window);
    event->time = snw_pass_double(pass, event->time);
    event->end = event->window ? snw_pass_double(pass, event->end) : event->time;
    if (snw_pass_writes(pass) || pass->fault) return;
    if (event->time < after || event->end < event->time || event->end > clip->length || !event->kind[0] ||
        !event->name[0])
        snw_pass_fault(pass, "an event has no name, or lies outside its clip or its order");
}

static void pass_events(snw_pass *pass, snw_clip *clip) {
    const sinew_event_desc *from = clip->events;
    clip->event_count = snw_pass_count(pass, clip->event_count, 24, UINT32_MAX);
    sinew_event_desc *events = snw_pass_table(pass, clip->event_count, sizeof *events);
    double after = 0;
    for (uint32_t i = 0; i < clip->event_count && !pass->fault; ++i) {
        sinew_event_desc event = snw_pass_writes(pass) ? from[i] : (sinew_event_desc){ 0 };
        pass_event(pass, clip, after, &event);
        after = event.time;
        if (events) events[i] = event;
    }
    clip->events = events;
}

/* ---- properties ---- */

static void pass_texts(snw_pass *pass, const sinew_model *model, snw_property *property, uint32_t *texts) {
    const char *const *from = property->texts;
    uint32_t keys = property->curve.key_count;
    if (snw_pass_fills(pass) && keys > model->text_count - *texts) {
        snw_pass_fault(pass, "the texts of properties do not add up");
        return;
    }
    const char **to = snw_pass_fills(pass) ? model->texts + *texts : NULL;
    for (uint32_t i = 0; i < keys && !pass->fault; ++i) {
        const char *text = snw_pass_name(pass, snw_pass_writes(pass) ? from[i] : NULL);
        if (to) to[i] = text;
    }
    property->texts = to;
    *texts += keys;
}

static void check_property(snw_pass *pass, const sinew_model *model, const snw_property *property, bool text) {
    const sinew_lane_info *lane = &model->lanes[property->lane];
    if (lane->text != text || lane->width != property->curve.width || !property->curve.key_count ||
        (text && property->curve.interpolation != SINEW_INTERPOLATION_STEP))
        snw_pass_fault(pass, "a property is not as others of its name");
    else snw_bank_check_times(pass, property->curve.times, property->curve.key_count);
}

static void pass_property(snw_pass *pass, const sinew_model *model, snw_property *property, uint32_t *texts) {
    sinew_curve *curve = &property->curve;
    property->lane = snw_pass_below(pass, property->lane, model->lane_count);
    bool text = snw_pass_flag(pass, property->texts != NULL);
    curve->channel = SINEW_CHANNEL_WEIGHTS;
    curve->interpolation =
        (sinew_interpolation)snw_pass_below(pass, (uint32_t)curve->interpolation, SINEW_INTERPOLATION_CUBIC + 1);
    curve->key_count = snw_pass_count(pass, curve->key_count, sizeof(float), UINT32_MAX);
    curve->width = snw_pass_below(pass, curve->width, SNW_MOST_WIDTH + 1);
    size_t each = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    curve->times = snw_pass_floats(pass, curve->times, curve->key_count);
    if (text) pass_texts(pass, model, property, texts);
    else curve->values = snw_pass_floats(pass, curve->values, (size_t)curve->key_count * curve->width * each);
    if (snw_pass_fills(pass) && !pass->fault) check_property(pass, model, property, text);
}

static void pass_properties(snw_pass *pass, const sinew_model *model, snw_clip *clip, uint32_t *texts) {
    const snw_property *from = clip->properties;
    clip->property_count = snw_pass_count(pass, clip->property_count, 20, UINT32_MAX);
    snw_property *properties = snw_pass_table(pass, clip->property_count, sizeof *properties);
    for (uint32_t i = 0; i < clip->property_count && !pass->fault; ++i) {
        snw_property property = snw_pass_writes(pass) ? from[i] : (snw_property){ 0 };
        pass_property(pass, model, &property, texts);
        if (!properties) continue;
        properties[i] = property;
        if (i && properties[i - 1].lane >= property.lane)
            snw_pass_fault(pass, "the properties of a clip are not in order");
    }
    clip->properties = properties;
}

/* So that what opens is written again the same. */
static void check_kept(snw_pass *pass, const snw_clip *clip) {
    keeping k = { .clip = clip };
    while (k.next < clip->curve_count)
        if (!keeps_next(&k)) snw_pass_fault(pass, "a clip has a curve that nothing reads");
}

void snw_pass_clip(snw_pass *pass, const sinew_model *model, snw_clip *clip, uint32_t *texts) {
    clip->name = snw_pass_name(pass, clip->name);
    clip->length = snw_pass_double(pass, clip->length);
    if (clip->length < 0) snw_pass_fault(pass, "a clip has a length below 0");
    clip->once = snw_pass_flag(pass, clip->once);
    pass_curves(pass, model, clip);
    pass_block(pass, model, clip);
    pass_root(pass, model, clip);
    if (snw_pass_fills(pass) && !pass->fault) check_kept(pass, clip);
    pass_events(pass, clip);
    pass_properties(pass, model, clip, texts);
}
