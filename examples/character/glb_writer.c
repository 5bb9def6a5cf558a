/* Writes the figure as one glTF 2.0 binary, and what glTF cannot say of its clips beside it.
   Invariant: every accessor starts at a multiple of four bytes in a view of its own. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "hero.h"

typedef struct text {
    char *at;
    size_t size, capacity;
} text;

static void put_bytes(text *t, const void *data, size_t size) {
    if (t->size + size + 1 > t->capacity) {
        t->capacity = (t->size + size) * 2 + 1024;
        t->at = grow(t->at, t->capacity);
    }
    memcpy(t->at + t->size, data, size);
    t->size += size;
    t->at[t->size] = 0;
}

static void put(text *t, const char *format, ...) {
    char line[512];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put_bytes(t, line, n < 0 ? 0 : (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

static const char *comma(int i) { return i ? "," : ""; }

typedef struct writer {
    text json, views, accessors, binary;
    int view_count, accessor_count;
} writer;

enum { FLOATS = 5126, BYTES = 5121, SHORTS = 5123, VERTICES = 34962, INDICES = 34963, OTHER = 0 };

static int add_accessor(writer *w, const void *data, size_t size, int component, const char *type, int count,
                        int target, const char *bounds) {
    static const char zeros[4] = { 0 };
    put(&w->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", comma(w->view_count), w->binary.size, size);
    if (target) put(&w->views, ",\"target\":%d", target);
    put(&w->views, "}");
    put_bytes(&w->binary, data, size);
    put_bytes(&w->binary, zeros, (4 - size % 4) % 4);
    put(&w->accessors, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}",
        comma(w->accessor_count), w->view_count++, component, count, type, bounds);
    return w->accessor_count++;
}

static int add_floats(writer *w, const float *values, int count, int width, int target, bool bounds) {
    static const char *const types[] = { "", "SCALAR", "", "VEC3", "VEC4" };
    char text_of_bounds[256] = "";
    if (bounds) {
        char low[96] = "", high[96] = "";
        for (int c = 0; c < width; ++c) {
            float min = values[c], max = values[c];
            for (int i = 1; i < count; ++i) {
                min = fminf(min, values[i * width + c]);
                max = fmaxf(max, values[i * width + c]);
            }
            snprintf(low + strlen(low), sizeof low - strlen(low), "%s%.9g", comma(c), (double)min);
            snprintf(high + strlen(high), sizeof high - strlen(high), "%s%.9g", comma(c), (double)max);
        }
        snprintf(text_of_bounds, sizeof text_of_bounds, ",\"min\":[%s],\"max\":[%s]", low, high);
    }
    return add_accessor(w, values, (size_t)(count * width) * sizeof *values, FLOATS, types[width], count, target,
                        text_of_bounds);
}

static void put_vec3(float *out, vec3 v) {
    out[0] = (float)v.x;
    out[1] = (float)v.y;
    out[2] = (float)v.z;
}

static void put_quat(float *out, quat q) {
    out[0] = (float)q.x;
    out[1] = (float)q.y;
    out[2] = (float)q.z;
    out[3] = (float)q.w;
}

static void write_primitive(writer *w, const mesh *m, int material) {
    size_t n = m->vertex_count;
    float *positions = grow(NULL, n * 3 * sizeof *positions), *normals = grow(NULL, n * 3 * sizeof *normals);
    float *weights = grow(NULL, n * 4 * sizeof *weights);
    uint8_t *joints = grow(NULL, n * 4);
    uint16_t *indices = grow(NULL, m->index_count * sizeof *indices);
    for (size_t i = 0; i < n; ++i) {
        const vertex *v = &m->vertices[i];
        put_vec3(positions + 3 * i, v->position);
        put_vec3(normals + 3 * i, v->normal);
        for (int k = 0; k < 4; ++k) {
            joints[4 * i + (size_t)k] = v->joints[k];
            weights[4 * i + (size_t)k] = (float)v->weights[k];
        }
    }
    for (uint32_t i = 0; i < m->index_count; ++i) indices[i] = (uint16_t)m->indices[i];
    int count = (int)n;
    put(&w->json, "%s{\"attributes\":{\"POSITION\":%d,", comma(material),
        add_floats(w, positions, count, 3, VERTICES, true));
    put(&w->json, "\"NORMAL\":%d,", add_floats(w, normals, count, 3, VERTICES, false));
    put(&w->json, "\"JOINTS_0\":%d,", add_accessor(w, joints, n * 4, BYTES, "VEC4", count, VERTICES, ""));
    put(&w->json, "\"WEIGHTS_0\":%d},", add_floats(w, weights, count, 4, VERTICES, false));
    put(&w->json, "\"indices\":%d,\"material\":%d}",
        add_accessor(w, indices, m->index_count * sizeof *indices, SHORTS, "SCALAR", (int)m->index_count, INDICES, ""),
        material);
    free(positions);
    free(normals);
    free(weights);
    free(joints);
    free(indices);
}

/* Node j is joint j; the node after the last carries the mesh. */
static void write_nodes(writer *w) {
    put(&w->json, "\"nodes\":[");
    for (int j = 0; j < JOINT_COUNT; ++j) {
        int parent = skeleton[j].parent, children = 0;
        vec3 t = parent == NO_JOINT ? skeleton[j].bind : sub(skeleton[j].bind, skeleton[parent].bind);
        put(&w->json, "%s{\"name\":\"%s\",\"translation\":[%.7g,%.7g,%.7g]", comma(j), skeleton[j].name, t.x, t.y, t.z);
        for (int c = 0; c < JOINT_COUNT; ++c) {
            if (skeleton[c].parent == j) put(&w->json, "%s%d", children++ ? "," : ",\"children\":[", c);
        }
        put(&w->json, children ? "]}" : "}");
    }
    put(&w->json, ",{\"name\":\"body\",\"mesh\":0,\"skin\":0}],");
}

static void write_skin(writer *w) {
    float inverse[JOINT_COUNT * 16] = { 0 };
    for (int j = 0; j < JOINT_COUNT; ++j) {
        float *m = inverse + 16 * j;
        m[0] = m[5] = m[10] = m[15] = 1;
        put_vec3(m + 12, scale(skeleton[j].bind, -1));
        for (int c = 12; c < 15; ++c) m[c] += 0.0f; /* no negative zeros */
    }
    int accessor = add_accessor(w, inverse, sizeof inverse, FLOATS, "MAT4", JOINT_COUNT, OTHER, "");
    put(&w->json, "\"skins\":[{\"name\":\"hero\",\"inverseBindMatrices\":%d,\"skeleton\":%d,\"joints\":[", accessor,
        ROOT);
    for (int j = 0; j < JOINT_COUNT; ++j) put(&w->json, "%s%d", comma(j), j);
    put(&w->json, "]}],");
}

static double linear_of(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4); }

static void write_materials(writer *w) {
    put(&w->json, "\"materials\":[");
    for (int i = 0; i < MATERIAL_COUNT; ++i) {
        const paint *m = &materials[i];
        put(&w->json, "%s{\"name\":\"%s\",\"pbrMetallicRoughness\":{\"baseColorFactor\":[%.4f,%.4f,%.4f,1],", comma(i),
            m->name, linear_of(m->srgb[0]), linear_of(m->srgb[1]), linear_of(m->srgb[2]));
        put(&w->json, "\"metallicFactor\":0,\"roughnessFactor\":%.2f}}", m->roughness);
    }
    put(&w->json, "],");
}

static bool stands_still(const clip *c, int j, bool rotation) {
    for (int k = 1; k < c->key_count; ++k) {
        const local *a = &c->keys[0][j], *b = &c->keys[k][j];
        double far = rotation ? 1 - fabs(a->rotation.x * b->rotation.x + a->rotation.y * b->rotation.y +
                                         a->rotation.z * b->rotation.z + a->rotation.w * b->rotation.w)
                              : length(sub(a->translation, b->translation));
        if (far > 1e-12) return false;
    }
    return true;
}

/* Quaternions keep to one hemisphere from key to key. */
static int write_curve(writer *w, const clip *c, int j, bool rotation, int step) {
    int width = rotation ? 4 : 3, count = (c->key_count - 1) / step + 1;
    float *values = grow(NULL, (size_t)(count * width) * sizeof *values);
    quat last = c->keys[0][j].rotation;
    for (int k = 0; k < count; ++k) {
        const local *at = &c->keys[k * step][j];
        quat q = at->rotation;
        if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0) q = (quat){ -q.x, -q.y, -q.z, -q.w };
        last = q;
        if (rotation) put_quat(values + k * 4, q);
        else put_vec3(values + k * 3, at->translation);
    }
    int accessor = add_floats(w, values, count, width, OTHER, false);
    free(values);
    return accessor;
}

/* The times of every step-th key. */
static int write_times(writer *w, const clip *c, int step) {
    float times[MAX_KEYS] = { 0 };
    int count = (c->key_count - 1) / step + 1;
    for (int k = 0; k < count; ++k) times[k] = (float)(count > 1 ? c->length * k / (count - 1) : 0);
    return add_floats(w, times, count, 1, OTHER, true);
}

static void write_clip(writer *w, const clip *c) {
    int whole = c->key_count > 1 ? c->key_count - 1 : 1; /* the step that leaves the ends alone */
    int steps[3] = { 1, c->coarse, whole }, times[3], count = 0;
    for (int i = 0; i < 3; ++i) times[i] = i && steps[i] == steps[i - 1] ? times[i - 1] : write_times(w, c, steps[i]);
    text channels = { 0 };
    put(&w->json, "{\"name\":\"%s\",\"samplers\":[", c->name);
    for (int j = 0; j < JOINT_COUNT; ++j) {
        if (!(c->mask >> j & 1)) continue;
        for (int rotation = j <= HIPS ? 0 : 1; rotation < 2; ++rotation) {
            int kind = stands_still(c, j, rotation) ? 2 : clip_step(c, j) == 1 ? 0 : 1;
            put(&w->json, "%s{\"input\":%d,\"output\":%d}", comma(count), times[kind],
                write_curve(w, c, j, rotation, steps[kind]));
            put(&channels, "%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}", comma(count), count, j,
                rotation ? "rotation" : "translation");
            ++count;
        }
    }
    put(&w->json, "],\"channels\":[");
    put_bytes(&w->json, channels.at, channels.size);
    put(&w->json, "]}");
    free(channels.at);
}

static void build_json(writer *w, const mesh meshes[MATERIAL_COUNT], const clips *all) {
    put(&w->json, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"sinew make_hero\"},\"scene\":0,");
    put(&w->json, "\"scenes\":[{\"name\":\"hero\",\"nodes\":[%d,%d]}],", ROOT, JOINT_COUNT);
    write_nodes(w);
    put(&w->json, "\"meshes\":[{\"name\":\"body\",\"primitives\":[");
    for (int i = 0; i < MATERIAL_COUNT; ++i) write_primitive(w, &meshes[i], i);
    put(&w->json, "]}],");
    write_skin(w);
    write_materials(w);
    put(&w->json, "\"animations\":[");
    for (int i = 0; i < all->count; ++i) {
        put(&w->json, "%s", comma(i));
        write_clip(w, &all->at[i]);
    }
    put(&w->json, "],\"accessors\":[");
    put_bytes(&w->json, w->accessors.at, w->accessors.size);
    put(&w->json, "],\"bufferViews\":[");
    put_bytes(&w->json, w->views.at, w->views.size);
    put(&w->json, "],\"buffers\":[{\"byteLength\":%zu}]}", w->binary.size);
    while (w->json.size % 4) put(&w->json, " ");
}

static void put_u32(text *t, size_t value) {
    const uint8_t bytes[4] = { (uint8_t)value, (uint8_t)(value >> 8), (uint8_t)(value >> 16), (uint8_t)(value >> 24) };
    put_bytes(t, bytes, 4);
}

static bool save(const char *file, const text *t) {
    FILE *out = fopen(file, "wb");
    bool done = out && fwrite(t->at, 1, t->size, out) == t->size;
    if (out && fclose(out)) done = false;
    if (!done) fprintf(stderr, "make_hero: cannot write \"%s\"\n", file);
    return done;
}

/* Floats are written as the machine has them: glTF is little-endian, and so is every machine this is built for. */
bool glb_write(const char *file, const mesh meshes[MATERIAL_COUNT], const clips *all) {
    writer w = { 0 };
    build_json(&w, meshes, all);
    text glb = { 0 };
    put_bytes(&glb, "glTF", 4);
    put_u32(&glb, 2);
    put_u32(&glb, 12 + 8 + w.json.size + 8 + w.binary.size);
    put_u32(&glb, w.json.size);
    put_bytes(&glb, "JSON", 4);
    put_bytes(&glb, w.json.at, w.json.size);
    put_u32(&glb, w.binary.size);
    put_bytes(&glb, "BIN", 4); /* with its terminator */
    put_bytes(&glb, w.binary.at, w.binary.size);
    bool done = save(file, &glb);
    free(glb.at);
    free(w.json.at);
    free(w.views.at);
    free(w.accessors.at);
    free(w.binary.at);
    return done;
}

bool sidecar_write(const char *glb_file, const clips *all) {
    text t = { 0 }, name = { 0 };
    put(&t, "{\n");
    for (int i = 0; i < all->count; ++i) {
        const clip *c = &all->at[i];
        put(&t, "  \"%s\": { \"loop\": %s", c->name, c->loop ? "true" : "false");
        for (int k = 0; k < c->step_count; ++k) {
            put(&t, "%s{ \"time\": %.7g, \"kind\": \"sound\", \"name\": \"step\" }", k ? ", " : ", \"events\": [ ",
                c->steps[k]);
        }
        if (c->hit_to > 0)
            put(&t, "%s{ \"time\": %.7g, \"end\": %.7g, \"kind\": \"window\", \"name\": \"hitbox\" }",
                c->step_count ? ", " : ", \"events\": [ ", c->hit_from, c->hit_to);
        if (c->step_count || c->hit_to > 0) put(&t, " ]");
        if (c->moves) put(&t, ", \"root\": \"motion\"%s", c->turns ? ", \"rootYaw\": true" : "");
        put(&t, " }%s\n", i + 1 < all->count ? "," : "");
    }
    put(&t, "}\n");
    const char *dot_at = strrchr(glb_file, '.');
    put_bytes(&name, glb_file, dot_at ? (size_t)(dot_at - glb_file) : strlen(glb_file));
    put(&name, ".clips.json");
    bool done = save(name.at, &t);
    free(t.at);
    free(name.at);
    return done;
}
