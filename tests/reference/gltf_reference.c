/* See the header. Invariant: all arithmetic is in doubles, from the stored bytes to the last product. */
#include "reference/gltf_reference.h"

#include "io/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bytes {
    unsigned char *data;
    size_t size;
} bytes;

typedef struct accessor {
    const unsigned char *data; /* NULL: zeros */
    size_t stride;
    int type, width, count;
    bool normalized;
    int sparse_count, sparse_type;
    const unsigned char *sparse_indices, *sparse_values;
} accessor;

typedef struct node {
    int parent;
    bool fixed; /* has a matrix */
    double matrix[16];
    double rest_t[3], rest_r[4], rest_s[3];
    double t[3], r[4], s[3];
    uint32_t weight_count;
    double *rest_w, *w;
} node;

struct ref_gltf {
    bytes file;
    snw_json json;
    bytes *buffers;
    uint32_t buffer_count;
    accessor *accessors;
    uint32_t accessor_count;
    node *nodes;
    uint32_t node_count;
};

/* ---- JSON ---- */

static snw_json_id get(const ref_gltf *g, snw_json_id object, const char *key) {
    return snw_json_member(&g->json, object, key);
}

static double number(const ref_gltf *g, snw_json_id object, const char *key, double fallback) {
    const snw_json_value *v = snw_json_get(&g->json, get(g, object, key));
    return v ? v->number : fallback;
}

static const char *string(const ref_gltf *g, snw_json_id object, const char *key) {
    const snw_json_value *v = snw_json_get(&g->json, get(g, object, key));
    return v ? v->string : NULL;
}

static uint32_t count(const ref_gltf *g, snw_json_id array) {
    const snw_json_value *v = snw_json_get(&g->json, array);
    return v ? v->count : 0;
}

static void numbers(const ref_gltf *g, snw_json_id array, double *out) {
    for (snw_json_id e = snw_json_first(&g->json, array); e != SNW_JSON_NO; e = snw_json_next(&g->json, e))
        *out++ = snw_json_get(&g->json, e)->number;
}

static snw_json_id entry(const ref_gltf *g, const char *list, uint32_t index) {
    return snw_json_element(&g->json, get(g, 0, list), index);
}

/* ---- bytes ---- */

static bytes slurp(const char *name) {
    bytes out = { NULL, 0 };
    FILE *in = fopen(name, "rb");
    if (!in) return out;
    fseek(in, 0, SEEK_END);
    long size = ftell(in);
    rewind(in);
    out.data = malloc((size_t)size + 1);
    out.size = fread(out.data, 1, (size_t)size, in);
    out.data[out.size] = 0;
    fclose(in);
    return out;
}

static bytes from_base64(const char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bytes out = { malloc(strlen(text) + 3), 0 };
    while (text[0] && text[1]) {
        unsigned v[4] = { 0, 0, 0, 0 };
        int n = 0;
        for (; n < 4 && text[n] && text[n] != '='; ++n) v[n] = (unsigned)(strchr(digits, text[n]) - digits);
        unsigned all = v[0] << 18 | v[1] << 12 | v[2] << 6 | v[3];
        for (int i = 0; i < n - 1; ++i) out.data[out.size++] = (unsigned char)(all >> (16 - 8 * i));
        if (n < 4) break;
        text += 4;
    }
    return out;
}

static bytes read_buffer(const ref_gltf *g, const char *file, uint32_t index, const unsigned char *chunk,
                         size_t chunk_size) {
    const char *uri = string(g, entry(g, "buffers", index), "uri");
    bytes out = { NULL, 0 };
    if (!uri && chunk) {
        out.data = malloc(chunk_size + 1);
        out.size = chunk_size;
        memcpy(out.data, chunk, chunk_size);
    } else if (uri && strncmp(uri, "data:", 5) == 0) {
        out = from_base64(strchr(uri, ',') + 1);
    } else if (uri) {
        char path[4096], plain[1024];
        size_t n = 0;
        for (const char *c = uri; *c && n < sizeof plain - 1; ++c) {
            unsigned code = (unsigned char)*c;
            if (*c == '%' && sscanf(c + 1, "%2x", &code) == 1) c += 2;
            plain[n++] = (char)code;
        }
        plain[n] = 0;
        const char *slash = strrchr(file, '/');
        snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash + 1 - file) : 0, file, plain);
        out = slurp(path);
    }
    return out;
}

static double stored(const unsigned char *p, int type) {
    unsigned u16 = p[0] | (type == 5120 || type == 5121 ? 0u : (unsigned)p[1] << 8);
    if (type == 5120) return (signed char)p[0];
    if (type == 5121) return p[0];
    if (type == 5122) return (short)u16;
    if (type == 5123) return u16;
    uint32_t bits = (uint32_t)u16 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    if (type == 5125) return bits;
    float f;
    memcpy(&f, &bits, 4);
    return (double)f;
}

static int type_size(int type) { return type < 5122 ? 1 : type < 5125 ? 2 : 4; }

/* ---- accessors: scalars and vectors ---- */

static const unsigned char *view_data(const ref_gltf *g, snw_json_id user, size_t *stride) {
    snw_json_id index = get(g, user, "bufferView");
    if (index == SNW_JSON_NO) return NULL;
    snw_json_id view = entry(g, "bufferViews", (uint32_t)snw_json_get(&g->json, index)->number);
    const bytes *buffer = &g->buffers[(size_t)number(g, view, "buffer", 0)];
    double own = number(g, view, "byteStride", 0);
    if (stride && own > 0) *stride = (size_t)own;
    if (!buffer->data) return NULL;
    return buffer->data + (size_t)number(g, view, "byteOffset", 0) + (size_t)number(g, user, "byteOffset", 0);
}

static void read_accessor(ref_gltf *g, accessor *a, snw_json_id id) {
    const char *shape = string(g, id, "type");
    a->type = (int)number(g, id, "componentType", 0);
    a->width = strcmp(shape, "SCALAR") == 0 ? 1
               : shape[0] == 'V'            ? shape[3] - '0'
                                            : (shape[3] - '0') * (shape[3] - '0');
    a->count = (int)number(g, id, "count", 0);
    a->normalized = snw_json_kind_of(&g->json, get(g, id, "normalized")) == SNW_JSON_TRUE;
    a->stride = (size_t)(a->width * type_size(a->type));
    a->data = view_data(g, id, &a->stride);
    snw_json_id sparse = get(g, id, "sparse");
    if (sparse == SNW_JSON_NO) return;
    a->sparse_count = (int)number(g, sparse, "count", 0);
    a->sparse_type = (int)number(g, get(g, sparse, "indices"), "componentType", 0);
    a->sparse_indices = view_data(g, get(g, sparse, "indices"), NULL);
    a->sparse_values = view_data(g, get(g, sparse, "values"), NULL);
}

static double value(const accessor *a, int element, int part) {
    size_t size = (size_t)type_size(a->type);
    const unsigned char *at = a->data ? a->data + (size_t)element * a->stride + (size_t)part * size : NULL;
    for (int i = 0; i < a->sparse_count; ++i)
        if ((int)stored(a->sparse_indices + i * type_size(a->sparse_type), a->sparse_type) == element)
            at = a->sparse_values + ((size_t)i * (size_t)a->width + (size_t)part) * size;
    double v = at ? stored(at, a->type) : 0;
    if (!a->normalized) return v;
    static const double most[] = { 127, 255, 32767, 65535 };
    return fmax(v / most[a->type - 5120], -1);
}

/* ---- nodes ---- */

static void read_node(ref_gltf *g, node *n, snw_json_id id) {
    static const double t[3] = { 0, 0, 0 }, r[4] = { 0, 0, 0, 1 }, s[3] = { 1, 1, 1 };
    memcpy(n->rest_t, t, sizeof t);
    memcpy(n->rest_r, r, sizeof r);
    memcpy(n->rest_s, s, sizeof s);
    numbers(g, get(g, id, "translation"), n->rest_t);
    numbers(g, get(g, id, "rotation"), n->rest_r);
    numbers(g, get(g, id, "scale"), n->rest_s);
    n->fixed = get(g, id, "matrix") != SNW_JSON_NO;
    numbers(g, get(g, id, "matrix"), n->matrix);
    for (snw_json_id c = snw_json_first(&g->json, get(g, id, "children")); c != SNW_JSON_NO;
         c = snw_json_next(&g->json, c))
        g->nodes[(size_t)snw_json_get(&g->json, c)->number].parent = (int)(n - g->nodes);
    if (get(g, id, "mesh") == SNW_JSON_NO) return;
    snw_json_id mesh = entry(g, "meshes", (uint32_t)number(g, id, "mesh", 0));
    snw_json_id first = snw_json_first(&g->json, get(g, mesh, "primitives"));
    n->weight_count = count(g, get(g, first, "targets"));
    n->rest_w = calloc(n->weight_count + 1, sizeof *n->rest_w);
    n->w = calloc(n->weight_count + 1, sizeof *n->w);
    snw_json_id weights = get(g, id, "weights");
    numbers(g, weights != SNW_JSON_NO ? weights : get(g, mesh, "weights"), n->rest_w);
}

/* ---- opening ---- */

static bool open_json(ref_gltf *g, const char *file, const unsigned char **chunk, size_t *chunk_size) {
    const char *text = (const char *)g->file.data;
    size_t size = g->file.size;
    if (size > 20 && memcmp(text, "glTF", 4) == 0) {
        size_t json_size = (size_t)stored(g->file.data + 12, 5125), after = 20 + json_size;
        if (after + 8 <= size) {
            *chunk = g->file.data + after + 8;
            *chunk_size = (size_t)stored(g->file.data + after, 5125);
        }
        text += 20;
        size = json_size;
    }
    return snw_json_read(&g->json, text, size, file, NULL, NULL);
}

ref_gltf *ref_gltf_open(const char *file) {
    const unsigned char *chunk = NULL;
    size_t chunk_size = 0;
    ref_gltf *g = calloc(1, sizeof *g);
    g->file = slurp(file);
    if (!g->file.data || !open_json(g, file, &chunk, &chunk_size)) {
        free(g->file.data);
        free(g);
        return NULL;
    }
    g->buffer_count = count(g, get(g, 0, "buffers"));
    g->accessor_count = count(g, get(g, 0, "accessors"));
    g->node_count = count(g, get(g, 0, "nodes"));
    g->buffers = calloc(g->buffer_count + 1, sizeof *g->buffers);
    g->accessors = calloc(g->accessor_count + 1, sizeof *g->accessors);
    g->nodes = calloc(g->node_count + 1, sizeof *g->nodes);
    for (uint32_t i = 0; i < g->buffer_count; ++i) g->buffers[i] = read_buffer(g, file, i, chunk, chunk_size);
    for (uint32_t i = 0; i < g->accessor_count; ++i) read_accessor(g, &g->accessors[i], entry(g, "accessors", i));
    for (uint32_t i = 0; i < g->node_count; ++i) g->nodes[i].parent = -1;
    for (uint32_t i = 0; i < g->node_count; ++i) read_node(g, &g->nodes[i], entry(g, "nodes", i));
    return g;
}

void ref_gltf_close(ref_gltf *g) {
    for (uint32_t i = 0; i < g->buffer_count; ++i) free(g->buffers[i].data);
    for (uint32_t i = 0; i < g->node_count; ++i) {
        free(g->nodes[i].rest_w);
        free(g->nodes[i].w);
    }
    free(g->buffers);
    free(g->accessors);
    free(g->nodes);
    snw_json_free(&g->json);
    free(g->file.data);
    free(g);
}

uint32_t ref_gltf_node_count(const ref_gltf *g) { return g->node_count; }
uint32_t ref_gltf_animation_count(const ref_gltf *g) { return count(g, get(g, 0, "animations")); }

/* ---- sampling ---- */

static void normalize(double *q) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; ++i) q[i] /= length;
}

static void slerp(double *a, double *b, double t, double *out) {
    normalize(a);
    normalize(b);
    double d = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
    for (int i = 0; i < 4 && d < 0; ++i) b[i] = -b[i];
    double angle = acos(fmin(fabs(d), 1));
    for (int i = 0; i < 4; ++i)
        out[i] = angle > 1e-7 ? (a[i] * sin((1 - t) * angle) + b[i] * sin(t * angle)) / sin(angle)
                              : a[i] * (1 - t) + b[i] * t;
}

typedef struct channel {
    const accessor *in, *out;
    char mode; /* L, S or C */
    int width;
    bool rotation;
} channel;

static double key_value(const channel *c, int key, int third, int part) {
    int element = c->mode == 'C' ? 3 * key + third : key;
    if (c->out->width > 1) return value(c->out, element, part);
    return value(c->out, element * c->width + part, 0);
}

static void sample(const channel *c, double time, double *out) {
    int last = c->in->count - 1, k = 0;
    while (k < last && value(c->in, k + 1, 0) <= time) k++;
    double start = value(c->in, k, 0), a[4] = { 0 }, b[4] = { 0 };
    bool hold = k == last || time <= start || c->mode == 'S';
    double span = hold ? 1 : value(c->in, k + 1, 0) - start, t = hold ? 0 : (time - start) / span;
    for (int i = 0; i < c->width; ++i) {
        double from = key_value(c, k, 1, i), to = hold ? from : key_value(c, k + 1, 1, i);
        if (c->rotation && c->mode != 'C') {
            a[i] = from;
            b[i] = to;
        }
        if (hold) out[i] = from;
        else if (c->mode == 'L') out[i] = from + (to - from) * t;
        else {
            double leave = span * key_value(c, k, 2, i), arrive = span * key_value(c, k + 1, 0, i);
            out[i] = from +
                     t * (leave + t * (3 * (to - from) - 2 * leave - arrive + t * (2 * (from - to) + leave + arrive)));
        }
    }
    if (c->rotation && c->mode == 'L' && !hold) slerp(a, b, t, out);
    if (c->rotation) normalize(out);
}

static channel open_channel(const ref_gltf *g, snw_json_id animation, snw_json_id id) {
    snw_json_id sampler =
        snw_json_element(&g->json, get(g, animation, "samplers"), (uint32_t)number(g, id, "sampler", 0));
    const char *mode = string(g, sampler, "interpolation");
    channel c = { &g->accessors[(size_t)number(g, sampler, "input", 0)],
                  &g->accessors[(size_t)number(g, sampler, "output", 0)], mode ? mode[0] : 'L', 3, false };
    return c;
}

double ref_gltf_length(const ref_gltf *g, uint32_t animation) {
    snw_json_id id = entry(g, "animations", animation), channels = get(g, id, "channels");
    double length = 0;
    for (snw_json_id e = snw_json_first(&g->json, channels); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        channel c = open_channel(g, id, e);
        if (get(g, get(g, e, "target"), "node") == SNW_JSON_NO) continue;
        length = fmax(length, value(c.in, c.in->count - 1, 0));
    }
    return length;
}

static void rest(node *n) {
    memcpy(n->t, n->rest_t, sizeof n->t);
    memcpy(n->r, n->rest_r, sizeof n->r);
    memcpy(n->s, n->rest_s, sizeof n->s);
    if (n->weight_count) memcpy(n->w, n->rest_w, n->weight_count * sizeof *n->w);
}

void ref_gltf_pose(ref_gltf *g, uint32_t animation, double time) {
    for (uint32_t i = 0; i < g->node_count; ++i) rest(&g->nodes[i]);
    snw_json_id id = entry(g, "animations", animation), channels = get(g, id, "channels");
    for (snw_json_id e = snw_json_first(&g->json, channels); e != SNW_JSON_NO; e = snw_json_next(&g->json, e)) {
        snw_json_id target = get(g, e, "target");
        const char *path = string(g, target, "path");
        if (get(g, target, "node") == SNW_JSON_NO) continue;
        node *n = &g->nodes[(size_t)number(g, target, "node", 0)];
        channel c = open_channel(g, id, e);
        c.rotation = path[0] == 'r';
        c.width = path[0] == 'w' ? (int)n->weight_count : c.rotation ? 4 : 3;
        sample(&c, time, path[0] == 't' ? n->t : path[0] == 'r' ? n->r : path[0] == 's' ? n->s : n->w);
    }
}

/* ---- channels by themselves ---- */

static snw_json_id channel_entry(const ref_gltf *g, uint32_t animation, uint32_t index) {
    return snw_json_element(&g->json, get(g, entry(g, "animations", animation), "channels"), index);
}

uint32_t ref_gltf_channel_count(const ref_gltf *g, uint32_t animation) {
    return count(g, get(g, entry(g, "animations", animation), "channels"));
}

const char *ref_gltf_channel_pointer(const ref_gltf *g, uint32_t animation, uint32_t index) {
    snw_json_id target = get(g, channel_entry(g, animation, index), "target");
    return string(g, get(g, get(g, target, "extensions"), "KHR_animation_pointer"), "pointer");
}

uint32_t ref_gltf_key_count(const ref_gltf *g, uint32_t animation, uint32_t index) {
    return (uint32_t)open_channel(g, entry(g, "animations", animation), channel_entry(g, animation, index)).in->count;
}

double ref_gltf_key_time(const ref_gltf *g, uint32_t animation, uint32_t index, uint32_t key) {
    channel c = open_channel(g, entry(g, "animations", animation), channel_entry(g, animation, index));
    return value(c.in, (int)key, 0);
}

uint32_t ref_gltf_channel_value(const ref_gltf *g, uint32_t animation, uint32_t index, double time,
                                double out[REF_GLTF_WIDTH]) {
    channel c = open_channel(g, entry(g, "animations", animation), channel_entry(g, animation, index));
    c.width = c.out->count * c.out->width / c.in->count / (c.mode == 'C' ? 3 : 1);
    if (c.width <= REF_GLTF_WIDTH) sample(&c, time, out);
    return (uint32_t)c.width;
}

/* ---- matrices ---- */

static void local(const node *n, double m[16]) {
    if (n->fixed) {
        memcpy(m, n->matrix, sizeof n->matrix);
        return;
    }
    double q[4];
    memcpy(q, n->r, sizeof q);
    normalize(q);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double turn[9] = {
        w * w + x * x - y * y - z * z, 2 * (x * y + w * z),           2 * (x * z - w * y),
        2 * (x * y - w * z),           w * w - x * x + y * y - z * z, 2 * (y * z + w * x),
        2 * (x * z + w * y),           2 * (y * z - w * x),           w * w - x * x - y * y + z * z
    };
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) m[4 * c + r] = turn[3 * c + r] * n->s[c];
        m[4 * c + 3] = 0;
        m[12 + c] = n->t[c];
    }
    m[15] = 1;
}

void ref_gltf_model(const ref_gltf *g, uint32_t index, double out[16]) {
    const node *n = &g->nodes[index];
    if (n->parent < 0) {
        local(n, out);
        return;
    }
    double a[16], b[16];
    ref_gltf_model(g, (uint32_t)n->parent, a);
    local(n, b);
    for (int c = 0; c < 4; ++c)
        for (int r = 0; r < 4; ++r)
            out[4 * c + r] =
                a[r] * b[4 * c] + a[4 + r] * b[4 * c + 1] + a[8 + r] * b[4 * c + 2] + a[12 + r] * b[4 * c + 3];
}

uint32_t ref_gltf_weights(const ref_gltf *g, uint32_t index, const double **weights) {
    *weights = g->nodes[index].w;
    return g->nodes[index].weight_count;
}
