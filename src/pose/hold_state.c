/* What interrupted fades hold, as bytes, and back from bytes that need not be trusted.
   Invariant: everything is read twice, first into what apply works in, then into the holds: so what is refused has
   changed nothing that counts. Where a share is 0 there are no numbers: they mean nothing. */
#include "pose.h"

#include "base/bytes.h"

#include <string.h>

enum { VERSION = 1 };
enum { KEPT = 3, KNOWN = 4, USABLE = 8, MEASURED = 16, FLAGS = 31 };
enum { SHARE_NONE, SHARE_WHOLE, SHARE_PART };

static const int FIRST[SNW_KINDS] = { SNW_TX, SNW_RX, SNW_SX };

/* What the numbers of a value are. */
typedef enum content {
    POSES,   /* as shown: rotations of length 1 */
    OFFSETS, /* rotation vectors where the target showed the component too */
    RATES    /* vectors, where both show it */
} content;

/* Which fingerprint a pose's holds have: the skeleton's names and parents, the lanes of properties with their texts,
   how many morph weights and layers. */
static snw_seal seal_of(const sinew_pose *pose) {
    const sinew_skeleton *skeleton = &pose->model->skeleton;
    uint64_t hash = snw_hash_u64(snw_hash_u64(SNW_HASH_START, pose->joint_count), pose->morph_count);
    for (uint32_t i = 0; i < pose->joint_count; ++i)
        hash = snw_hash_text(snw_hash_u64(hash, skeleton->parent[i]), skeleton->names[i]);
    for (uint32_t i = 0; i < pose->model->lane_count; ++i) {
        const sinew_lane_info *lane = &pose->model->lanes[i];
        hash = snw_hash_text(snw_hash_text(snw_hash_text(hash, lane->pointer), lane->component), lane->field);
        hash = snw_hash_u64(hash, (uint64_t)lane->width << 1 | lane->text);
    }
    for (uint32_t i = 0; i < pose->model->text_count; ++i) hash = snw_hash_text(hash, pose->model->texts[i]);
    return (snw_seal){ 0x48574e53, VERSION, "the saved holds", hash, pose->layer_count }; /* "SNWH" */
}

/* ---- writing ---- */

static void write_share(snw_writer *w, float share) {
    bool none = !(share > 0), whole = share >= 1;
    snw_put_byte(w, none ? SHARE_NONE : whole ? SHARE_WHOLE : SHARE_PART);
    if (!none && !whole) snw_put_float(w, share);
}

static int numbers_of(int kind, content is) { return kind == SNW_ROTATION && is != RATES ? 4 : 3; }

static void write_joint(snw_writer *w, const snw_value *value, const snw_value *held, content is, uint32_t joint) {
    uint32_t g = joint / SINEW_GROUP, lane = joint % SINEW_GROUP;
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        float share = snw_value_share(value, g, kind, lane);
        write_share(w, share);
        if (!(share > 0) || (is == RATES && !(snw_value_share(held, g, kind, lane) > 0))) continue;
        for (int i = 0; i < numbers_of(kind, is); ++i) snw_put_float(w, value->groups[g].row[FIRST[kind] + i][lane]);
    }
}

/* held: for rates, what they are the rates of. */
static void write_value(snw_writer *w, const sinew_pose *pose, const snw_value *value, const snw_value *held,
                        content is) {
    for (uint32_t i = 0; i < pose->joint_count; ++i) write_joint(w, value, held, is, i);
    for (uint32_t i = 0; i < pose->morph_count; ++i) {
        write_share(w, value->morph_shares[i]);
        if (value->morph_shares[i] > 0 && (is != RATES || held->morph_shares[i] > 0))
            snw_put_float(w, value->morphs[i]);
    }
}

static void write_shown(snw_writer *w, const sinew_pose *pose, const snw_shown *shown) {
    const sinew_model *model = pose->model;
    for (uint32_t lane = 0; lane < model->lane_count; ++lane) {
        snw_put_byte(w, shown->there[lane]);
        if (!shown->there[lane]) continue;
        if (model->lanes[lane].text) snw_put_count(w, shown->texts[lane]);
        for (uint32_t i = 0; !model->lanes[lane].text && i < model->lanes[lane].width; ++i)
            snw_put_float(w, shown->numbers[model->lane_first[lane] + i]);
    }
}

static void write_hold(snw_writer *w, const sinew_pose *pose, const snw_hold *hold) {
    bool usable = hold->known && hold->usable, measured = usable && hold->measured;
    snw_put_byte(w,
                 hold->kept_count | (hold->known ? KNOWN : 0u) | (usable ? USABLE : 0u) | (measured ? MEASURED : 0u));
    for (uint32_t i = 0; i < hold->kept_count; ++i) {
        uint32_t at = i ? 1 - hold->newest : hold->newest;
        snw_put_double(w, hold->kept_time[at]);
        write_value(w, pose, &hold->kept[at], NULL, POSES);
    }
    if (hold->kept_count) write_shown(w, pose, &hold->kept_shown);
    if (!hold->known) return;
    snw_put_count(w, hold->serial);
    snw_put_double(w, hold->held_time);
    if (usable) write_shown(w, pose, &hold->held_shown);
    if (usable) write_value(w, pose, &hold->held, NULL, measured ? OFFSETS : POSES);
    if (measured) write_value(w, pose, &hold->rate, &hold->held, RATES);
}

static void write_holds(snw_writer *w, const sinew_pose *pose) {
    for (uint32_t i = 0; i < pose->layer_count; ++i) write_hold(w, pose, &pose->holds[i]);
}

size_t sinew_pose_holds_size(const sinew_pose *pose) {
    if (!pose) return 0;
    snw_writer counted = { 0 };
    write_holds(&counted, pose);
    return SNW_SEAL_HEAD + counted.size + SNW_SEAL_FOOT;
}

size_t sinew_pose_save_holds(const sinew_pose *pose, void *buffer, size_t capacity) {
    size_t size = sinew_pose_holds_size(pose);
    if (!buffer || !size || size > capacity || size > UINT32_MAX) return 0;
    snw_writer writer = { .bytes = buffer, .capacity = capacity };
    snw_seal seal = seal_of(pose);
    snw_seal_begin(&writer, &seal, (uint32_t)size);
    write_holds(&writer, pose);
    snw_seal_end(&writer);
    return writer.size;
}

/* ---- reading ---- */

static bool wants(snw_reader *r, bool good, const char *fault) { return good || snw_fault(r, fault); }

static float read_share(snw_reader *r) {
    uint32_t kind = snw_get_byte(r);
    wants(r, kind <= SHARE_PART, "a share is of no known kind");
    if (kind != SHARE_PART) return kind == SHARE_WHOLE ? 1.0f : 0.0f;
    float share = snw_get_float(r);
    wants(r, share > 0 && share < 1, "a share is out of range");
    return share;
}

static bool is_unit(const snw_group *group, uint32_t lane) {
    sinew_quat q = snw_group_rotation(group, lane);
    double square =
        (double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z + (double)q.w * (double)q.w;
    return square > 0.999 && square < 1.001;
}

static void read_joint(snw_reader *r, snw_value *value, const snw_value *held, content is, uint32_t joint) {
    uint32_t g = joint / SINEW_GROUP, lane = joint % SINEW_GROUP;
    for (int kind = 0; kind < SNW_KINDS; ++kind) {
        float share = read_share(r);
        value->shares[g].row[kind][lane] = share;
        bool there = share > 0 && (is != RATES || snw_value_share(held, g, kind, lane) > 0);
        int count = kind == SNW_ROTATION ? 4 : 3, given = there ? numbers_of(kind, is) : 0;
        for (int i = 0; i < count; ++i)
            value->groups[g].row[FIRST[kind] + i][lane] = i < given ? snw_get_float(r) : i == 3 ? 1.0f : 0.0f;
        if (there && kind == SNW_ROTATION && is == POSES)
            wants(r, is_unit(&value->groups[g], lane), "a rotation is none");
    }
}

static void read_value(snw_reader *r, const sinew_pose *pose, snw_value *value, const snw_value *held, content is) {
    memset(value->shares, 0, pose->group_count * sizeof(snw_shares));
    for (uint32_t i = 0; i < pose->joint_count && !r->fault; ++i) read_joint(r, value, held, is, i);
    snw_value_gather(pose, value);
    for (uint32_t i = 0; i < pose->morph_count && !r->fault; ++i) {
        value->morph_shares[i] = read_share(r);
        bool there = value->morph_shares[i] > 0 && (is != RATES || held->morph_shares[i] > 0);
        value->morphs[i] = there ? snw_get_float(r) : 0.0f;
    }
}

/* What only the hold shows is no offset but the hold's own. */
static void check_offsets(snw_reader *r, const sinew_pose *pose, const snw_value *held, const snw_value *rate) {
    for (uint32_t i = 0; i < pose->joint_count && !r->fault; ++i) {
        uint32_t g = i / SINEW_GROUP, lane = i % SINEW_GROUP;
        bool own =
            snw_value_share(held, g, SNW_ROTATION, lane) > 0 && !(snw_value_share(rate, g, SNW_ROTATION, lane) > 0);
        wants(r, !own || is_unit(&held->groups[g], lane), "a rotation is none");
    }
}

static void read_shown(snw_reader *r, const sinew_pose *pose, snw_shown *shown) {
    const sinew_model *model = pose->model;
    snw_shown_clear(pose, shown);
    for (uint32_t lane = 0; lane < model->lane_count && !r->fault; ++lane) {
        uint32_t there = snw_get_byte(r);
        wants(r, there <= 1, "a bit is neither 0 nor 1");
        if (there != 1) continue;
        shown->there[lane] = 1;
        if (model->lanes[lane].text) shown->texts[lane] = snw_get_below(r, model->text_count);
        for (uint32_t i = 0; !model->lanes[lane].text && i < model->lanes[lane].width; ++i)
            shown->numbers[model->lane_first[lane] + i] = snw_get_float(r);
    }
}

static void read_kept(snw_reader *r, const sinew_pose *pose, snw_hold *hold) {
    for (uint32_t i = 0; i < hold->kept_count && !r->fault; ++i) {
        hold->kept_time[i] = snw_get_double(r);
        read_value(r, pose, &hold->kept[i], NULL, POSES);
    }
    if (hold->kept_count && !r->fault) read_shown(r, pose, &hold->kept_shown);
    wants(r, hold->kept_count < 2 || hold->kept_time[1] < hold->kept_time[0], "what was kept is not in order of time");
}

static void read_hold(snw_reader *r, const sinew_pose *pose, snw_hold *hold) {
    uint32_t flags = snw_get_byte(r);
    hold->kept_count = flags & KEPT;
    hold->newest = 0;
    hold->known = flags & KNOWN;
    hold->usable = flags & USABLE;
    hold->measured = flags & MEASURED;
    bool fits =
        flags <= FLAGS && hold->kept_count <= 2 && (hold->known || !hold->usable) && (hold->usable || !hold->measured);
    if (!wants(r, fits, "a hold has flags that do not go together")) return;
    read_kept(r, pose, hold);
    if (!hold->known || r->fault) return;
    uint64_t serial = snw_get_count(r);
    wants(r, serial <= UINT32_MAX, "a serial is out of range");
    hold->serial = (uint32_t)serial;
    hold->held_time = snw_get_double(r);
    if (hold->usable) read_shown(r, pose, &hold->held_shown);
    if (hold->usable) read_value(r, pose, &hold->held, NULL, hold->measured ? OFFSETS : POSES);
    if (!hold->measured) return;
    read_value(r, pose, &hold->rate, &hold->held, RATES);
    check_offsets(r, pose, &hold->held, &hold->rate);
}

/* All of it into what apply works in, which nothing else reads. */
static bool check_holds(snw_reader *r, const sinew_pose *pose) {
    snw_hold draft = { .kept = { pose->mean, pose->mean },
                       .held = pose->sampled[0],
                       .rate = pose->reference,
                       .kept_shown = pose->layer_shown,
                       .held_shown = pose->layer_shown };
    for (uint32_t i = 0; i < pose->layer_count && !r->fault; ++i) read_hold(r, pose, &draft);
    if (r->at < r->size) snw_fault(r, "it goes on after its end");
    return !r->fault;
}

static bool refuse(sinew_log *log, sinew_code code, const char *sentence, const char *why) {
    snw_log_add_as(log, SINEW_SEVERITY_ERROR, code, "", "%s%s", sentence, why);
    return false;
}

static bool open_seal(const sinew_pose *pose, snw_reader *reader, sinew_log *log) {
    snw_seal seal = seal_of(pose), found;
    if (!snw_seal_open(reader, &seal, &found, log)) return false;
    if (found.first == seal.first && found.second == seal.second) return true;
    return refuse(log, SINEW_CODE_REFUSED,
                  "the holds were saved from a pose of another model or graph: other joints, "
                  "morph weights or layers",
                  "");
}

sinew_result sinew_pose_restore_holds(sinew_pose *pose, const void *bytes, size_t size, sinew_log *log) {
    if (!pose || !bytes) return SINEW_ERROR_ARGUMENT;
    snw_reader reader = { bytes, size, 0, NULL };
    if (!open_seal(pose, &reader, log)) return SINEW_ERROR_INPUT;
    snw_reader again = reader;
    if (!check_holds(&reader, pose)) {
        refuse(log, SINEW_CODE_OUT_OF_RANGE,
               "the saved holds are none that a pose of this model can have: ", reader.fault);
        return SINEW_ERROR_INPUT;
    }
    for (uint32_t i = 0; i < pose->layer_count; ++i) read_hold(&again, pose, &pose->holds[i]);
    return SINEW_OK;
}
