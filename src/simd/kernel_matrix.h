/* Local transforms to model matrices, and the palette. Source of the rotation matrix: J. Kuipers, "Quaternions and
   Rotation Sequences", 1999. */
#ifndef SNW_KERNEL_MATRIX_H
#define SNW_KERNEL_MATRIX_H

static inline wide scaled(wide x, wide scale, bool unit) { return unit ? x : wide_mul(x, scale); }

/* WIDE joints of a group, from the lane `first` on; unit: their scales are 1. */
WIDE_FLAT void local_rows(const snw_group *group, uint32_t first, bool unit, float *out) {
    const wide one = wide_all(1.0f);
    wide x = wide_load(group->row[SNW_RX] + first), y = wide_load(group->row[SNW_RY] + first);
    wide z = wide_load(group->row[SNW_RZ] + first), w = wide_load(group->row[SNW_RW] + first);
    wide sx = wide_load(group->row[SNW_SX] + first), sy = wide_load(group->row[SNW_SY] + first);
    wide sz = wide_load(group->row[SNW_SZ] + first);
    wide x2 = wide_add(x, x), y2 = wide_add(y, y), z2 = wide_add(z, z);
    wide xy = wide_mul(x2, y), xz = wide_mul(x2, z), yz = wide_mul(y2, z);
    wide not_xx = wide_fnma(x2, x, one), not_zz = wide_fnma(z2, z, one);
    wide column[12] = {
        scaled(wide_fnma(y2, y, not_zz), sx, unit), scaled(wide_fnma(z2, w, xy), sy, unit),
        scaled(wide_fma(y2, w, xz), sz, unit),      wide_load(group->row[SNW_TX] + first),
        scaled(wide_fma(z2, w, xy), sx, unit),      scaled(wide_fnma(z2, z, not_xx), sy, unit),
        scaled(wide_fnma(x2, w, yz), sz, unit),     wide_load(group->row[SNW_TY] + first),
        scaled(wide_fnma(y2, w, xz), sx, unit),     scaled(wide_fma(x2, w, yz), sy, unit),
        scaled(wide_fnma(y2, y, not_xx), sz, unit), wide_load(group->row[SNW_TZ] + first),
    };
    wide_rows(column, out);
}

/* In what local_rows left the rows of a joint are ROW_STRIDE floats apart, the joints of a quad QUAD_STRIDE. */
enum { QUAD = 4, ROW_STRIDE = WIDE < 4 ? 4 : 4 * WIDE, QUAD_STRIDE = WIDE < 4 ? 12 : WIDE };

static inline const float *local_quad(const float *local, size_t lane) {
    return WIDE < 4 ? local + 12 * lane : local + 12 * (lane - lane % WIDE) + lane % WIDE;
}

WIDE_FLAT void local_lanes(const snw_group *group, uint32_t count, bool unit, float local[12 * SNW_LANES]) {
    for (uint32_t first = 0; first < SNW_LANES && first < count; first += WIDE)
        local_rows(group, first, unit, local + 12 * first);
}

/* The joints of a group. */
static inline void local_group(const snw_hierarchy *h, size_t g, float local[12 * SNW_LANES]) {
    uint32_t count = h->joint_count - (uint32_t)g * SNW_LANES;
    if (h->unit && h->unit[g]) local_lanes(&h->groups[g], count, true, local);
    else local_lanes(&h->groups[g], count, false, local);
}

WIDE_FLAT matrix model_joint(const float *local, const snw_matrix *out, uint32_t above, snw_matrix *to) {
    matrix model = matrix_mul(matrix_load((const float *)(const void *)out + above), local, ROW_STRIDE);
    matrix_put(to, model);
    return model;
}

WIDE_FLAT void model_quad(const snw_hierarchy *h, size_t joint, const float *quad, bool placed, const snw_placed *p,
                          snw_matrix *out) {
    const uint32_t *above = h->above + joint, *places = placed ? p->places + joint : NULL;
    snw_matrix *to = out + joint + 1;
    for (size_t i = 0; i < QUAD; ++i) {
        matrix model = model_joint(quad + i * QUAD_STRIDE, out, above[i], &to[i]);
        uint32_t place = placed ? places[i] : UINT32_MAX;
        if (place == UINT32_MAX) continue;
        matrix_store(p->out + place, matrix_mul(model, p->inverse_bind + place, 4));
    }
}

/* A group at a time; the local matrices of the next are made where the hierarchy of this one begins to wait for
   parents. Kernels copy what says where things are: a wide store might change it for all that the compiler knows. */
WIDE_FLAT void model_all(const snw_hierarchy h, bool placed, const snw_placed p, snw_matrix *out) {
    _Alignas(64) float local[2][12 * SNW_LANES];
    if (h.joint_count) local_group(&h, 0, local[0]);
    for (size_t g = 0; g * SNW_LANES < h.joint_count; ++g) {
        size_t joint = g * SNW_LANES, left = h.joint_count - joint;
        if (left > SNW_LANES) local_group(&h, g + 1, local[(g + 1) % 2]);
        for (size_t lane = 0; lane < SNW_LANES && lane < left; lane += QUAD)
            model_quad(&h, joint + lane, local_quad(local[g % 2], lane), placed, &p, out);
    }
}

static void model_matrices(const snw_hierarchy *hierarchy, snw_matrix *out) {
    model_all(*hierarchy, false, (snw_placed){ NULL, NULL, NULL }, out);
}

static void models_placed(const snw_hierarchy *hierarchy, snw_matrix *out, const snw_placed *placed) {
    model_all(*hierarchy, true, *placed, out);
}

WIDE_FLAT matrix skin_matrix(const snw_skinning *s, uint32_t joint, uint32_t place) {
    return matrix_mul(matrix_load(s->models[joint].m), s->inverse_bind + 12 * (size_t)place, 4);
}

static void palette(const snw_skinning *skinning) {
    const snw_skinning s = *skinning;
    for (uint32_t i = 0; i < s.count; ++i) matrix_store(s.out + 12 * (size_t)i, skin_matrix(&s, s.joints[i], i));
}

static void palette_stream(const snw_skinning *skinning) {
    const snw_skinning s = *skinning;
    uint32_t i = 0;
    if ((uintptr_t)s.out % MATRIX_STREAM_ALIGNED == 0)
        for (; i + QUAD <= s.count; i += QUAD)
            matrix_stream_quad(s.out + 12 * (size_t)i, skin_matrix(&s, s.joints[i], i),
                               skin_matrix(&s, s.joints[i + 1], i + 1), skin_matrix(&s, s.joints[i + 2], i + 2),
                               skin_matrix(&s, s.joints[i + 3], i + 3));
    for (; i < s.count; ++i) matrix_stream(s.out + 12 * (size_t)i, skin_matrix(&s, s.joints[i], i));
}

#endif
