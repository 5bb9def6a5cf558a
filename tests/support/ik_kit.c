/* See ik_kit.h. Invariant: nothing here calls the library but to make poses and to read local transforms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "pose/pose.h"
#include "support/ik_kit.h"

#include <math.h>
#include <string.h>

dvec dsub(dvec a, dvec b) { return (dvec){ a.x - b.x, a.y - b.y, a.z - b.z }; }
dvec dadd(dvec a, dvec b) { return (dvec){ a.x + b.x, a.y + b.y, a.z + b.z }; }
dvec dscaled(dvec a, double s) { return (dvec){ a.x * s, a.y * s, a.z * s }; }
double ddot(dvec a, dvec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double dlength(dvec a) { return hypot(hypot(a.x, a.y), a.z); }
double ddistance(dvec a, dvec b) { return dlength(dsub(a, b)); }
dvec dunit(dvec a) { return dscaled(a, 1 / dlength(a)); }
dvec dof(sinew_vec3 v) { return (dvec){ (double)v.x, (double)v.y, (double)v.z }; }
sinew_vec3 dfloat(dvec v) { return (sinew_vec3){ (float)v.x, (float)v.y, (float)v.z }; }

dvec dcross(dvec a, dvec b) { return (dvec){ a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x }; }

double dangle(dvec a, dvec b) { return atan2(dlength(dcross(a, b)), ddot(a, b)); }

dvec random_direction(random_source *r) {
    for (;;) {
        dvec v = { (double)random_float(r, -1, 1), (double)random_float(r, -1, 1), (double)random_float(r, -1, 1) };
        double length = dlength(v);
        if (length > 0.1 && length <= 1) return dscaled(v, 1 / length);
    }
}

sinew_quat kit_turn(dvec axis, double angle) {
    double s = sin(0.5 * angle);
    return (sinew_quat){ (float)(axis.x * s), (float)(axis.y * s), (float)(axis.z * s), (float)cos(0.5 * angle) };
}

kit kit_make(const kit_joint *joints, uint32_t count) {
    sinew_joint_desc descs[128];
    assert_true(count <= 128);
    for (uint32_t i = 0; i < count; ++i) descs[i] = (sinew_joint_desc){ NULL, joints[i].parent, &joints[i].rest };
    sinew_model_desc desc = { .skeleton = { descs, count, NULL, 0 } };
    kit k = { NULL, NULL };
    assert_int_equal(sinew_model_create(&desc, &k.model, NULL), SINEW_OK);
    k.pose = sinew_pose_create_for_model(k.model, NULL);
    assert_non_null(k.pose);
    return k;
}

sinew_pose *kit_kept(const kit *k) {
    sinew_pose *kept = sinew_pose_create_for_model(k->model, NULL);
    assert_non_null(kept);
    assert_int_equal(sinew_pose_copy(kept, k->pose), SINEW_OK);
    return kept;
}

void kit_free(kit *k) {
    sinew_pose_destroy(k->pose);
    sinew_model_destroy(k->model);
}

/* v turned by q of unit length: q (0, v) q*, written out as two plain products. */
static dvec turned(sinew_quat f, dvec v) {
    double x = (double)f.x, y = (double)f.y, z = (double)f.z, w = (double)f.w;
    double n = x * x + y * y + z * z + w * w;
    double a = -x * v.x - y * v.y - z * v.z, b = w * v.x + y * v.z - z * v.y;
    double c = w * v.y + z * v.x - x * v.z, d = w * v.z + x * v.y - y * v.x;
    return (dvec){ (-a * x + b * w - c * z + d * y) / n, (-a * y + b * z + c * w - d * x) / n,
                   (-a * z - b * y + c * x + d * w) / n };
}

static dvec up_through(const sinew_pose *pose, uint32_t joint, dvec v, const sinew_skeleton *s, bool moved) {
    for (; joint != SINEW_NONE; joint = sinew_skeleton_joint_parent(s, joint)) {
        sinew_transform t = sinew_pose_local(pose, joint);
        dvec scale = dof(t.scale);
        v = turned(t.rotation, (dvec){ v.x * scale.x, v.y * scale.y, v.z * scale.z });
        if (moved) v = dadd(v, dof(t.translation));
    }
    return v;
}

/* The model of a pose is not to be had in public. */
static const sinew_skeleton *skeleton_of(const sinew_pose *pose) { return &pose->model->skeleton; }

dvec kit_point(const sinew_pose *pose, uint32_t joint, dvec p) {
    return up_through(pose, joint, p, skeleton_of(pose), true);
}

dvec kit_direction(const sinew_pose *pose, uint32_t joint, dvec v) {
    return up_through(pose, joint, v, skeleton_of(pose), false);
}

dvec kit_at(const sinew_pose *pose, uint32_t joint) { return kit_point(pose, joint, (dvec){ 0, 0, 0 }); }

uint64_t kit_digest(const sinew_pose *pose) {
    const sinew_skeleton *s = skeleton_of(pose);
    uint64_t hash = 1469598103934665603u;
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(s); ++j) {
        sinew_transform t = sinew_pose_local(pose, j);
        unsigned char bytes[sizeof t];
        memcpy(bytes, &t, sizeof t);
        for (size_t i = 0; i < sizeof t; ++i) hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

kit kit_chain(random_source *r, uint32_t above, const double *bones, uint32_t count, double bend, bool plain) {
    kit_joint joints[128];
    for (uint32_t i = 0; i < above + count; ++i) {
        kit_joint *j = &joints[i];
        *j = (kit_joint){ i ? i - 1 : SINEW_NONE, SINEW_TRANSFORM_IDENTITY };
        if (i < above && !plain) {
            float s = random_float(r, 0.5f, 1.5f);
            j->rest.rotation = random_rotation(r);
            j->rest.translation = dfloat(random_direction(r));
            j->rest.scale = (sinew_vec3){ random_chance(r, 0.3) ? -s : s, s, s };
        } else if (i >= above) {
            if (i > above) j->rest.translation = dfloat(dscaled((dvec){ 0, -1, 0 }, bones[i - above - 1]));
            double angle = (double)random_float(r, -1, 1) * bend;
            dvec axis = plain ? (dvec){ 1, 0, 0 } : random_direction(r);
            j->rest.rotation = kit_turn(axis, plain ? fabs(angle) : angle);
        }
    }
    return kit_make(joints, above + count);
}
