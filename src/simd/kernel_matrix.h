/* Local transforms to model matrices, and the palette. Source of the rotation matrix: J. Kuipers, "Quaternions and
   Rotation Sequences", 1999. */
#ifndef SNW_KERNEL_MATRIX_H
#define SNW_KERNEL_MATRIX_H

/* WIDE joints of a group, from the lane `first` on. */
static inline void wide_matrices(const snw_group *group, uint32_t first, snw_matrix *out) {
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
    wide_put_rows(column, out);
}

/* A group at a time: its local matrices first, so that they are still near when the hierarchy goes over them. */
static void model_matrices(const snw_group *groups, const uint32_t *parent, uint32_t joint_count, snw_matrix *out) {
    snw_matrix local[SNW_LANES];
    for (uint32_t from = 0; from < joint_count; from += SNW_LANES) {
        uint32_t count = joint_count - from < SNW_LANES ? joint_count - from : SNW_LANES;
        for (uint32_t first = 0; first < count; first += WIDE)
            wide_matrices(&groups[from / SNW_LANES], first, local + first);
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t above = parent[from + i];
            matrix own =
                above == UINT32_MAX ? matrix_load(&local[i]) : matrix_mul(matrix_load(&out[above]), local[i].m);
            matrix_put(&out[from + i], own);
        }
    }
}

static void palette(const snw_skinning *s) {
    for (uint32_t i = 0; i < s->count; ++i)
        matrix_store(s->out + 12 * (size_t)i,
                     matrix_mul(matrix_load(&s->models[s->joints[i]]), s->inverse_bind + 12 * (size_t)i));
}

static void palette_stream(const snw_skinning *s) {
    for (uint32_t i = 0; i < s->count; ++i)
        matrix_stream(s->out + 12 * (size_t)i,
                      matrix_mul(matrix_load(&s->models[s->joints[i]]), s->inverse_bind + 12 * (size_t)i));
    matrix_stream_end();
}

#endif
