/* Values of accessors, one element after another, sparse ones in their places.
   Source: glTF 2.0 specification, 3.6.2.2 "Accessor Data Types", 3.6.2.3 "Sparse Accessors", 3.11 (normalised
   integers).
   Invariant: elements are taken in ascending order, so that one pass over the sparse indices suffices. */
#include "gltf.h"

#include <string.h>

enum { MOST = 16 };

static uint32_t little(const uint8_t *bytes, uint32_t size) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < size; ++i) value |= (uint32_t)bytes[i] << (8 * i);
    return value;
}

double snw_gltf_stored(const uint8_t *bytes, snw_gltf_component component) {
    uint32_t bits = little(bytes, snw_gltf_component_size(component));
    float real;
    switch (component) {
    case SNW_GLTF_BYTE: return bits < 128 ? (double)bits : (double)bits - 256;
    case SNW_GLTF_SHORT: return bits < 32768 ? (double)bits : (double)bits - 65536;
    case SNW_GLTF_FLOAT: memcpy(&real, &bits, sizeof real); return (double)real;
    case SNW_GLTF_UBYTE:
    case SNW_GLTF_USHORT:
    case SNW_GLTF_UINT: break;
    }
    return (double)bits;
}

static double normal(double value, snw_gltf_component component) {
    switch (component) {
    case SNW_GLTF_BYTE: return value < -127 ? -1 : value / 127;
    case SNW_GLTF_UBYTE: return value / 255;
    case SNW_GLTF_SHORT: return value < -32767 ? -1 : value / 32767;
    case SNW_GLTF_USHORT: return value / 65535;
    case SNW_GLTF_UINT:
    case SNW_GLTF_FLOAT: break;
    }
    return value;
}

/* ---- elements in order ---- */

typedef struct cursor {
    const snw_gltf_accessor *a;
    uint32_t component_size, element_size, rows, column_size;
    uint32_t element; /* the next one */
    uint32_t sparse;  /* the next of the sparse ones */
} cursor;

static cursor start(const snw_gltf_accessor *a) {
    cursor c = {
        a, snw_gltf_component_size(a->component), snw_gltf_element_size(a->component, a->shape), a->width, 0, 0, 0
    };
    if (a->shape >= SNW_GLTF_MAT2) c.rows = (uint32_t)a->shape - SNW_GLTF_MAT2 + 2;
    c.column_size = c.element_size / (a->width / c.rows);
    return c;
}

static uint32_t sparse_index(const cursor *c) {
    uint32_t size = snw_gltf_component_size(c->a->sparse_component);
    return little(c->a->sparse_indices + (size_t)c->sparse * size, size);
}

static void next(cursor *c, double out[MOST]) {
    const snw_gltf_accessor *a = c->a;
    const uint8_t *from = a->bytes ? a->bytes + (size_t)c->element * a->stride : NULL;
    if (c->sparse < a->sparse_count && sparse_index(c) == c->element)
        from = a->sparse_values + (size_t)c->sparse++ * c->element_size;
    c->element++;
    for (uint32_t i = 0; i < a->width; ++i)
        out[i] = from ? snw_gltf_stored(from + (size_t)(i / c->rows) * c->column_size + i % c->rows * c->component_size,
                                        a->component)
                      : 0;
}

const float *snw_gltf_floats(snw_gltf *g, snw_gltf_accessor *a) {
    if (a->floats) return a->floats;
    float *out = snw_arena_array(&g->arena, (size_t)a->count * a->width, sizeof *out);
    if (!out) return NULL;
    cursor c = start(a);
    double values[MOST];
    for (uint32_t e = 0; e < a->count; ++e) {
        next(&c, values);
        for (uint32_t i = 0; i < a->width; ++i)
            out[(size_t)e * a->width + i] = (float)(a->normalized ? normal(values[i], a->component) : values[i]);
    }
    a->floats = out;
    return out;
}

void snw_gltf_wholes(const snw_gltf_accessor *a, uint32_t *out) {
    cursor c = start(a);
    double values[MOST];
    for (uint32_t e = 0; e < a->count; ++e) {
        next(&c, values);
        for (uint32_t i = 0; i < a->width; ++i) out[(size_t)e * a->width + i] = (uint32_t)values[i];
    }
}

/* ---- checks ---- */

static bool check_sparse(snw_gltf *g, const snw_gltf_accessor *a) {
    cursor c = start(a);
    uint32_t before = 0;
    for (; c.sparse < a->sparse_count; ++c.sparse) {
        uint32_t index = sparse_index(&c);
        if (index < a->count && (!c.sparse || index > before)) {
            before = index;
            continue;
        }
        snw_gltf_error(g, a->id, SINEW_CODE_OUT_OF_RANGE,
                       "sparse index %u is %u; sparse indices must ascend and stay below \"count\", which is %u",
                       c.sparse, index, a->count);
        return false;
    }
    return true;
}

typedef struct bounds {
    double declared[2][MOST], found[2][MOST];
    snw_gltf_got got[2];
} bounds;

static const char *const bound_names[2] = { "min", "max" };

static bool read_bounds(snw_gltf *g, snw_gltf_accessor *a, bounds *b) {
    for (int side = 0; side < 2; ++side) {
        b->got[side] = snw_gltf_numbers(g, a->id, bound_names[side], a->width, b->declared[side]);
        if (b->got[side] == SNW_GLTF_BAD) return false;
    }
    a->bounded = b->got[0] == SNW_GLTF_GOT && b->got[1] == SNW_GLTF_GOT;
    return true;
}

/* Texts of floats are often shorter than the float they mean: both sides are compared as floats. */
static bool differs(double declared, double found, snw_gltf_component component) {
    if (component == SNW_GLTF_FLOAT) return (float)declared < (float)found || (float)declared > (float)found;
    return declared < found || declared > found;
}

static void compare_bounds(snw_gltf *g, const snw_gltf_accessor *a, const bounds *b) {
    for (int side = 0; side < 2; ++side)
        for (uint32_t i = 0; b->got[side] == SNW_GLTF_GOT && i < a->width; ++i) {
            if (!differs(b->declared[side][i], b->found[side][i], a->component)) continue;
            snw_json_id list = snw_json_member(&g->json, a->id, bound_names[side]);
            snw_gltf_error(g, snw_json_element(&g->json, list, i), SINEW_CODE_OUT_OF_RANGE,
                           "\"%s\" says %.9g for component %u, but the values' is %.9g; export the file again",
                           bound_names[side], b->declared[side][i], i, b->found[side][i]);
        }
}

void snw_gltf_check_data(snw_gltf *g, snw_gltf_accessor *a) {
    bounds b;
    if (!read_bounds(g, a, &b)) a->ok = false;
    if (!a->ok || !a->has_data || (!a->bytes && !a->sparse_count)) return; /* zeros that an extension may fill */
    if (a->sparse_count && !check_sparse(g, a)) {
        a->ok = false;
        return;
    }
    cursor c = start(a);
    double values[MOST];
    for (uint32_t e = 0; e < a->count; ++e) {
        next(&c, values);
        for (uint32_t i = 0; i < a->width; ++i) {
            if (!(values[i] - values[i] == 0)) {
                snw_gltf_error(g, a->id, SINEW_CODE_NOT_FINITE,
                               "element %u of the accessor is infinite or not a number; export the file again", e);
                a->ok = false;
                return;
            }
            if (!e || values[i] < b.found[0][i]) b.found[0][i] = values[i];
            if (!e || values[i] > b.found[1][i]) b.found[1][i] = values[i];
        }
    }
    compare_bounds(g, a, &b);
}
