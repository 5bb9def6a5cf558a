/* Properties of one lane over all clips: the first says whether the lane is text and how many numbers it has.
   Invariant: after this no two properties of one lane differ, and none stands twice in a clip. */
#include "clips.h"

#include <string.h>

typedef struct ref {
    const sinew_property_desc *desc;
    uint32_t clip, index;
    bool given, out;
} ref;

static int compare_text(const char *a, const char *b) { return strcmp(a ? a : "", b ? b : ""); }

static int compare(const sinew_property_desc *a, const sinew_property_desc *b) {
    int order = compare_text(a->pointer, b->pointer);
    if (!order) order = compare_text(a->component, b->component);
    return order ? order : compare_text(a->field, b->field);
}

static bool ref_before(const void *user, uint32_t a, uint32_t b) {
    const ref *refs = user;
    int order = compare(refs[a].desc, refs[b].desc);
    if (order) return order < 0;
    return refs[a].given != refs[b].given ? refs[a].given : a < b;
}

const char *snw_lane_fault_text(snw_lane_fault fault) {
    switch (fault) {
    case SNW_LANE_TWICE: return "another property of this clip has the same name; this one is left out";
    case SNW_LANE_TEXT: return "this property is text in one place and numbers in another; it is left out here";
    default: return "this property has more numbers in one place than in another; it is left out here";
    }
}

/* Whether `now` goes with the first of its lane; `twice`: its clip has one of this lane already. */
static bool goes_with(const ref *first, const ref *now, bool twice, snw_lane_fault *fault) {
    if (twice) *fault = SNW_LANE_TWICE;
    else if (!first->desc->texts != !now->desc->texts) *fault = SNW_LANE_TEXT;
    else if (first->desc->width != now->desc->width) *fault = SNW_LANE_WIDTH;
    else return true;
    return false;
}

typedef struct lane_teller {
    void (*tell)(void *user, uint32_t clip, uint32_t property, snw_lane_fault fault);
    void *user;
    uint32_t *kept_in; /* of each clip: the lane + 1 that it has had last */
} lane_teller;

static void settle(ref *refs, const uint32_t *order, size_t count, const lane_teller *teller) {
    const ref *first = NULL;
    for (size_t i = 0, lane = 0; i < count; ++i) {
        ref *now = &refs[order[i]];
        snw_lane_fault fault;
        if (!first || compare(first->desc, now->desc) != 0) {
            first = now;
            lane++;
        }
        bool twice = teller->kept_in[now->clip] == lane;
        if (goes_with(first, now, twice, &fault)) {
            teller->kept_in[now->clip] = (uint32_t)lane;
            continue;
        }
        now->out = true;
        teller->tell(teller->user, now->clip, now->index, fault);
    }
}

static void close_gaps(sinew_clip_desc *clips, uint32_t count, const ref *refs) {
    for (uint32_t i = 0; i < count; ++i) {
        sinew_property_desc *own = (sinew_property_desc *)(uintptr_t)clips[i].properties;
        uint32_t all = clips[i].property_count, left = 0;
        for (uint32_t k = 0; k < all; ++k) {
            if (refs[k].out) continue;
            if (left != k) own[left] = own[k]; /* a list that stays as it is may lie where nothing is written */
            left++;
        }
        clips[i].property_count = left;
        refs += all;
    }
}

bool snw_clips_settle_lanes(sinew_clip_desc *clips, uint32_t count, const uint32_t *given,
                            const sinew_allocator *allocator,
                            void (*tell)(void *user, uint32_t clip, uint32_t property, snw_lane_fault fault),
                            void *user) {
    size_t total = 0, at = 0;
    for (uint32_t i = 0; i < count; ++i) total += clips[i].property_count;
    snw_arena scratch;
    snw_arena_init(&scratch, allocator);
    ref *refs = snw_arena_array(&scratch, total, sizeof *refs);
    uint32_t *order = snw_arena_array(&scratch, total, sizeof *order);
    lane_teller teller = { tell, user, snw_arena_array(&scratch, count, sizeof(uint32_t)) };
    bool made = refs && order && teller.kept_in;
    for (uint32_t i = 0; made && i < count; ++i) {
        for (uint32_t k = 0; k < clips[i].property_count; ++k, ++at) {
            refs[at] = (ref){ &clips[i].properties[k], i, k, !given || k < given[i], false };
            order[at] = (uint32_t)at;
        }
    }
    if (made) {
        snw_order_sort(order, total, ref_before, refs);
        settle(refs, order, total, &teller);
        close_gaps(clips, count, refs);
    }
    snw_arena_free(&scratch);
    return made;
}
