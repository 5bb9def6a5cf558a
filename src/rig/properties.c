/* Properties: what clips say of things that are no joints. Lanes are found over all clips at once.
   Invariant: what is of one lane has one kind and one width in every clip, and stands at most once in a clip; a clip's
   properties ascend by lane. */
#include "rig.h"

#include <string.h>

/* One property of one clip. */
typedef struct ref {
    const sinew_property_desc *desc;
    uint32_t clip, index;
    uint32_t lane;
} ref;

static uint32_t width_of(const sinew_property_desc *desc) { return desc->texts || !desc->width ? 1 : desc->width; }

static const char *text_of(const char *text) { return text ? text : ""; }

static int compare(const sinew_property_desc *a, const sinew_property_desc *b) {
    int order = strcmp(text_of(a->pointer), text_of(b->pointer));
    if (!order) order = strcmp(text_of(a->component), text_of(b->component));
    return order ? order : strcmp(text_of(a->field), text_of(b->field));
}

static bool ref_before(const void *user, uint32_t a, uint32_t b) {
    const ref *refs = user;
    int order = compare(refs[a].desc, refs[b].desc);
    return order ? order < 0 : a < b;
}

/* All properties in the order of the desc, and the order that brings those of a lane together, the first used first. */
typedef struct gathering {
    ref *refs;
    uint32_t *order;
    uint32_t count;
} gathering;

static bool gather(gathering *all, const sinew_model_desc *desc, snw_arena *scratch) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < desc->clip_count; ++i) total += desc->clips[i].property_count;
    if (total >= SINEW_NONE) scratch->failed = true;
    all->refs = snw_arena_array(scratch, (size_t)total, sizeof *all->refs);
    all->order = snw_arena_array(scratch, (size_t)total, sizeof *all->order);
    if (!all->refs || !all->order || scratch->failed) return false;
    all->count = 0;
    for (uint32_t i = 0; i < desc->clip_count; ++i)
        for (uint32_t k = 0; k < desc->clips[i].property_count; ++k)
            all->refs[all->count++] = (ref){ &desc->clips[i].properties[k], i, k, SINEW_NONE };
    for (uint32_t i = 0; i < all->count; ++i) all->order[i] = i;
    snw_order_sort(all->order, all->count, ref_before, all->refs);
    return true;
}

/* ---- checks ---- */

static bool named(const sinew_property_desc *desc) {
    bool pointer = text_of(desc->pointer)[0] != 0;
    bool component = text_of(desc->component)[0] != 0, field = text_of(desc->field)[0] != 0;
    return pointer ? !component && !field : component && field;
}

static bool drives(const sinew_property_desc *desc) { return text_of(desc->pointer)[0] == '@'; }

static void check_numbers(const sinew_property_desc *desc, const snw_clip_place *at) {
    if (desc->width > SNW_MOST_WIDTH) {
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "width", "a value has 1 to 16 numbers");
        return;
    }
    if ((unsigned)desc->interpolation > SINEW_INTERPOLATION_CUBIC) {
        snw_clip_say(at, SINEW_CODE_OUT_OF_RANGE, "interpolation", "its interpolation is none of those that there are");
        return;
    }
    size_t each = desc->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    if (!snw_floats_finite(desc->numbers, (size_t)desc->key_count * width_of(desc) * each))
        snw_clip_say(at, SINEW_CODE_NOT_FINITE, "values", "a value is infinite or not a number; give finite ones");
}

static void check_texts(const sinew_property_desc *desc, const snw_clip_place *at) {
    for (uint32_t i = 0; i < desc->key_count; ++i) {
        if (desc->texts[i]) continue;
        snw_clip_say(at, SINEW_CODE_MISSING_FIELD, "values", "a text is missing; each key needs one");
        return;
    }
}

static void check_property(const ref *of, sinew_log *log) {
    const sinew_property_desc *desc = of->desc;
    snw_clip_place at = { log, of->clip, "properties", of->index };
    if (!named(desc))
        snw_clip_say(&at, SINEW_CODE_MISSING_FIELD, "", "a property is named by component and field, or by a pointer");
    if (!desc->key_count || !desc->times || !desc->numbers == !desc->texts) {
        snw_clip_say(&at, SINEW_CODE_MISSING_FIELD, "times",
                     "a property needs at least one key, with either numbers or texts");
        return;
    }
    if (drives(desc) && (desc->texts || width_of(desc) != 1 || !desc->pointer[1]))
        snw_clip_say(&at, SINEW_CODE_PARAMETER_TYPE, "pointer",
                     "a property that drives a parameter is \"@\" and its name, with one number a key");
    snw_clip_check_times(desc->times, desc->key_count, &at);
    if (desc->texts) check_texts(desc, &at);
    else check_numbers(desc, &at);
}

/* A property against the one that its lane was first used by, and the one before it. */
static void check_lane(const ref *first, const ref *before, const ref *now, sinew_log *log) {
    snw_clip_place at = { log, now->clip, "properties", now->index };
    if (before->clip == now->clip)
        snw_clip_say(&at, SINEW_CODE_DUPLICATE_NAME, "",
                     "another property of this clip has the same name; leave one of the two out");
    if (!first->desc->texts != !now->desc->texts)
        snw_clip_say(&at, SINEW_CODE_WRONG_TYPE, "values",
                     "this property is text in one clip and numbers in another; make them alike");
    else if (width_of(first->desc) != width_of(now->desc))
        snw_clip_say(&at, SINEW_CODE_OUT_OF_RANGE, "width",
                     "this property has more numbers in one clip than in another; make them alike");
}

bool snw_properties_check(const sinew_model_desc *desc, snw_arena *scratch, sinew_log *log) {
    gathering all;
    if (!gather(&all, desc, scratch)) return false;
    for (uint32_t i = 0; i < all.count; ++i) check_property(&all.refs[i], log);
    const ref *first = NULL;
    for (uint32_t i = 0; i < all.count; ++i) {
        const ref *now = &all.refs[all.order[i]];
        if (first && compare(first->desc, now->desc) == 0) check_lane(first, &all.refs[all.order[i - 1]], now, log);
        else first = now;
    }
    return true;
}

/* ---- the copy ---- */

static const char *copy_name(snw_arena *arena, const char *name) {
    return name && name[0] ? snw_arena_text(arena, name) : NULL;
}

/* The joint of "/nodes/N/…". */
static uint32_t joint_of(const sinew_model *model, const char *pointer) {
    uint32_t index = 0, count = model->skeleton.joint_count;
    if (strncmp(pointer, "/nodes/", 7) != 0 || pointer[7] < '0' || pointer[7] > '9') return SINEW_NONE;
    const char *c = pointer + 7;
    for (; *c >= '0' && *c <= '9' && index < count; ++c) index = index * 10 + (uint32_t)(*c - '0');
    return *c == '/' && index < count ? model->skeleton.joint_of_source[index] : SINEW_NONE;
}

bool snw_lane_drives(const sinew_lane_info *lane) { return lane->pointer && lane->pointer[0] == '@'; }

static void make_lane(sinew_model *model, const sinew_property_desc *desc) {
    sinew_lane_info *lane = &model->lanes[model->lane_count];
    model->lane_first[model->lane_count] = model->lane_numbers;
    model->lane_numbers += width_of(desc);
    lane->joint = joint_of(model, text_of(desc->pointer));
    lane->component = copy_name(&model->arena, desc->component);
    lane->field = copy_name(&model->arena, desc->field);
    lane->pointer = copy_name(&model->arena, desc->pointer);
    lane->text = desc->texts != NULL;
    lane->width = width_of(desc);
    if (snw_lane_drives(lane)) model->drives[model->drive_count++] = model->lane_count;
    model->lane_count++;
}

/* For each ref the first of its lane; returns how many lanes there are. */
static uint32_t find_firsts(const gathering *all, uint32_t *first_of) {
    uint32_t count = 0;
    for (uint32_t i = 0, first = 0; i < all->count; ++i) {
        uint32_t now = all->order[i];
        bool fresh = i == 0 || compare(all->refs[first].desc, all->refs[now].desc) != 0;
        if (fresh) first = now;
        count += fresh;
        first_of[now] = first;
    }
    return count;
}

/* Makes the lanes in order of first use and gives every ref its own. */
static bool make_lanes(sinew_model *model, const gathering *all, snw_arena *scratch) {
    uint32_t *first_of = snw_arena_array(scratch, all->count, sizeof *first_of);
    if (!first_of) return false;
    uint32_t count = find_firsts(all, first_of);
    model->lanes = snw_arena_array(&model->arena, count, sizeof *model->lanes);
    model->drives = snw_arena_array(&model->arena, count, sizeof *model->drives);
    model->lane_first = snw_arena_array(&model->arena, count, sizeof *model->lane_first);
    if (!model->lanes || !model->drives || !model->lane_first) return false;
    for (uint32_t i = 0; i < all->count; ++i) {
        uint32_t first = first_of[i];
        all->refs[i].lane = first == i ? model->lane_count : all->refs[first].lane;
        if (first == i) make_lane(model, all->refs[i].desc);
    }
    return !model->arena.failed;
}

/* One table of all texts, so that one may be told by its place in it. */
static bool make_texts(sinew_model *model, const gathering *all) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < all->count; ++i)
        if (all->refs[i].desc->texts) count += all->refs[i].desc->key_count;
    if (count >= SINEW_NONE) model->arena.failed = true;
    else model->texts = snw_arena_array(&model->arena, (size_t)count, sizeof *model->texts);
    return !model->arena.failed;
}

static const char *const *copy_texts(sinew_model *model, const sinew_property_desc *desc) {
    const char **texts = model->texts + model->text_count;
    for (uint32_t i = 0; i < desc->key_count; ++i) texts[i] = snw_arena_text(&model->arena, desc->texts[i]);
    model->text_count += desc->key_count;
    return texts;
}

static void copy_property(sinew_model *model, snw_property *to, const ref *from) {
    snw_arena *arena = &model->arena;
    const sinew_property_desc *desc = from->desc;
    size_t each = desc->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    uint32_t width = width_of(desc);
    to->lane = from->lane;
    to->curve = (sinew_curve){ .channel = SINEW_CHANNEL_WEIGHTS,
                               .interpolation = desc->texts ? SINEW_INTERPOLATION_STEP : desc->interpolation,
                               .key_count = desc->key_count,
                               .width = width };
    to->curve.times = snw_floats_copy(arena, desc->times, desc->key_count);
    if (desc->texts) to->texts = copy_texts(model, desc);
    else to->curve.values = snw_floats_copy(arena, desc->numbers, (size_t)desc->key_count * width * each);
}

static bool lane_before(const void *user, uint32_t a, uint32_t b) {
    const ref *refs = user;
    return refs[a].lane < refs[b].lane;
}

bool snw_properties_build(sinew_model *model, const sinew_model_desc *desc, snw_arena *scratch) {
    gathering all;
    if (!gather(&all, desc, scratch) || !make_lanes(model, &all, scratch) || !make_texts(model, &all)) return false;
    const ref *refs = all.refs;
    for (uint32_t i = 0; i < desc->clip_count; ++i) {
        uint32_t count = desc->clips[i].property_count;
        snw_property *properties = snw_arena_array(&model->arena, count, sizeof *properties);
        if (!properties) return false;
        for (uint32_t k = 0; k < count; ++k) all.order[k] = k;
        snw_order_sort(all.order, count, lane_before, refs);
        for (uint32_t k = 0; k < count; ++k) copy_property(model, &properties[k], &refs[all.order[k]]);
        model->clips[i].properties = properties;
        model->clips[i].property_count = count;
        refs += count;
    }
    return !model->arena.failed;
}

const snw_property *snw_clip_property(const snw_clip *clip, uint32_t lane) {
    uint32_t low = 0, high = clip->property_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (clip->properties[middle].lane < lane) low = middle + 1;
        else high = middle;
    }
    return low < clip->property_count && clip->properties[low].lane == lane ? &clip->properties[low] : NULL;
}
