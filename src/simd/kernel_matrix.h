/* Local transforms to model matrices, and the palette. Source of the rotation matrix: J. Kuipers, "Quaternions and
   Rotation Sequences", 1999. */
#ifndef SNW_KERNEL_MATRIX_H
#define SNW_KERNEL_MATRIX_H

/* WIDE joints of a group, from the lane `first` on. */
static inline void local_rows(const snw_group *group, uint32_t first, float *out) {
    const wide one = wide_all(1.0f);
    wide x = wide_load(group->row[SNW_RX] + first), y = wide_load(group->row[SNW_RY] + first);
    wide z = wide_load(group->row[SNW_RZ] + first), w = wide_load(group->row[SNW_RW] + first);
    wide sx = wide_load(group->row[SNW_SX] + first), sy = wide_load(group->row[SNW_SY] + first);
    wide sz = wide_load(group->row[SNW_SZ] + first);
    wide x2 = wide_add(x, x), y2 = wide_add(y, y), z2 = wide_add(z, z);
    wide xy = wide_mul(x2, y), xz = wide_mul(x2, z), yz = wide_mul(y2, z);
    wide not_xx = wide_fnma(x2, x, one), not_zz = wide_fnma(z2, z, one);
    wide column[12] = {
        wide_mul(wide_fnma(y2, y, not_zz), sx), wide_mul(wide_fnma(z2, w, xy), sy),
        wide_mul(wide_fma(y2, w, xz), sz),      wide_load(group->row[SNW_TX] + first),
        wide_mul(wide_fma(z2, w, xy), sx),      wide_mul(wide_fnma(z2, z, not_xx), sy),
        wide_mul(wide_fnma(x2, w, yz), sz),     wide_load(group->row[SNW_TY] + first),
        wide_mul(wide_fnma(y2, w, xz), sx),     wide_mul(wide_fma(x2, w, yz), sy),
        wide_mul(wide_fnma(y2, y, not_xx), sz), wide_load(group->row[SNW_TZ] + first),
    };
    wide_rows(column, out);
}

/* A row of a joint of a group in what local_rows left; the next row is ROW_STRIDE floats on. */
enum { ROW_STRIDE = WIDE < 4 ? 4 : 4 * WIDE };

static inline const float *local_row(const float *local, uint32_t lane) {
    if (WIDE < 4) return local + 12 * lane;
    uint32_t in = lane % WIDE;
    return local + 12 * (lane - in) + in % 4 * WIDE + in / 4 * 4;
}

static inline void local_group(const snw_group *group, float local[12 * SNW_LANES]) {
    for (uint32_t first = 0; first < SNW_LANES; first += WIDE) local_rows(group, first, local + 12 * first);
}

static inline void model_group(const float *local, const uint32_t *parent, uint32_t from, uint32_t count,
                               snw_matrix *out) {
    static const snw_matrix NONE = { { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t above = parent[from + i];
        matrix_put(&out[from + i],
                   matrix_mul(matrix_load(above == UINT32_MAX ? &NONE : &out[above]), local_row(local, i), ROW_STRIDE));
    }
}

/* A group at a time: its local matrices first, so that they are still near when the hierarchy goes over them. */
static void model_matrices(const snw_group *groups, const uint32_t *parent, uint32_t joint_count, snw_matrix *out) {
    float local[12 * SNW_LANES];
    for (uint32_t from = 0; from < joint_count; from += SNW_LANES) {
        uint32_t left = joint_count - from;
        local_group(&groups[from / SNW_LANES], local);
        model_group(local, parent, from, left < SNW_LANES ? left : SNW_LANES, out);
    }
}

static void palette(const snw_skinning *s) {
    for (uint32_t i = 0; i < s->count; ++i)
        matrix_store(s->out + 12 * (size_t)i,
                     matrix_mul(matrix_load(&s->models[s->joints[i]]), s->inverse_bind + 12 * (size_t)i, 4));
}

static void palette_stream(const snw_skinning *s) {
    for (uint32_t i = 0; i < s->count; ++i)
        matrix_stream(s->out + 12 * (size_t)i,
                      matrix_mul(matrix_load(&s->models[s->joints[i]]), s->inverse_bind + 12 * (size_t)i, 4));
    matrix_stream_end();
}

#endif
