/* The body as fields: what is skin, what is cloth. In the bind pose, in metres; only the left half is spelled out. */
#include "field.h"
#include "hero.h"

const paint materials[MATERIAL_COUNT] = {
    [SKIN] = { "skin", { 0.910, 0.690, 0.560 }, 0.7 },         [SHIRT] = { "shirt", { 0.130, 0.600, 0.560 }, 0.85 },
    [TROUSERS] = { "trousers", { 0.245, 0.290, 0.430 }, 0.9 }, [SHOES] = { "shoes", { 0.915, 0.395, 0.260 }, 0.7 },
    [SOLES] = { "soles", { 0.945, 0.915, 0.860 }, 0.8 },       [HAIR] = { "hair", { 0.330, 0.205, 0.145 }, 0.6 },
    [EYES] = { "eyes", { 0.110, 0.095, 0.100 }, 0.3 },
};

/* An upright trunk: half widths and the middle's depth at some heights, smooth between them. */
typedef struct ring {
    double y, x, z, middle;
} ring;

static double trunk(vec3 p, const ring *rings, int count) {
    int i = 0;
    while (i + 2 < count && p.y > rings[i + 1].y) ++i;
    const ring *a = &rings[i], *b = a + 1, *before = i ? a - 1 : a, *after = i + 2 < count ? b + 1 : b;
    double span = b->y - a->y, t = clamp((p.y - a->y) / span, 0, 1), t2 = t * t, t3 = t2 * t;
    double w[4] = { 2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, 3 * t2 - 2 * t3, t3 - t2 };
    double in = span / fmax(b->y - before->y, 1e-9), out = span / fmax(after->y - a->y, 1e-9);
#define RING(f) (w[0] * a->f + w[1] * in * (b->f - before->f) + w[2] * b->f + w[3] * out * (after->f - a->f))
    double rx = RING(x), rz = RING(z), middle = RING(middle);
#undef RING
    double x = fabs(p.x) / rx, z = fabs(p.z - middle) / rz;
    return (pow(pow(x, 2.3) + pow(z, 2.3), 1 / 2.3) - 1) * fmin(rx, rz);
}

static vec3 left(vec3 p) { return vec(fabs(p.x), p.y, p.z); }

/* Along the arm from the shoulder joint, across it to the outside, forwards. */
static vec3 in_arm(vec3 p) {
    vec3 q = sub(left(p), skeleton[UPPER_ARM_L].bind);
    double c = cos(radians(BIND_ARM_ANGLE)), s = sin(radians(BIND_ARM_ANGLE));
    return vec(q.x * s - q.y * c, q.x * c + q.y * s, q.z);
}

double body_shirt(vec3 p) {
    static const ring rings[] = {
        { 0.880, 0.172, 0.131, 0.000 },  { 0.960, 0.166, 0.127, 0.000 },  { 1.070, 0.146, 0.113, 0.000 },
        { 1.180, 0.153, 0.119, 0.002 },  { 1.290, 0.166, 0.125, 0.002 },  { 1.375, 0.152, 0.112, -0.008 },
        { 1.440, 0.105, 0.086, -0.016 }, { 1.490, 0.066, 0.066, -0.018 },
    };
    double d = trunk(p, rings, sizeof rings / sizeof *rings);
    vec3 l = left(p), a = in_arm(p);
    d = join(d, tapered(l, vec(0.02, 1.432, -0.016), vec(0.140, 1.398, -0.012), 0.056, 0.056), 0.05);
    double sleeve = tapered(a, vec(0.005, 0, 0), vec(0.21, 0, 0), 0.060, 0.059);
    sleeve = within(sleeve, a.x - 0.200, 0.030);
    d = join(d, sleeve, 0.055);
    d = within(d, 0.890 - p.y, 0.030);
    double collar = (p.y - 1.466) * 0.93 + (p.z + 0.02) * 0.37; /* lower in front */
    return within(d, collar, 0.022);
}

double body_trousers(vec3 p) {
    static const ring rings[] = {
        { 0.800, 0.090, 0.080, -0.010 }, { 0.850, 0.140, 0.108, -0.012 }, { 0.900, 0.158, 0.117, -0.010 },
        { 0.960, 0.151, 0.111, -0.004 }, { 1.040, 0.130, 0.097, 0.000 },
    };
    double d = trunk(p, rings, sizeof rings / sizeof *rings);
    d = within(d, p.y - 1.02, 0.02);
    d = within(d, 0.80 - p.y, 0.03);
    vec3 l = left(p);
    double thigh = tapered(l, vec(0.090, 0.850, -0.006), vec(0.096, 0.500, 0.004), 0.087, 0.061);
    double shin = tapered(l, vec(0.096, 0.500, 0.004), vec(0.098, 0.080, -0.012), 0.061, 0.052);
    double calf = ellipsoid(l, vec(0.098, 0.360, -0.020), vec(0.050, 0.110, 0.052));
    double leg = join(join(thigh, shin, 0.03), calf, 0.03);
    leg = within(leg, 0.092 - p.y, 0.020);
    return join(d, leg, 0.035);
}

static double hand(vec3 a) {
    double palm = rounded_box(a, vec(0.565, 0, 0.002), vec(0.052, 0.0155, 0.037), 0.0150);
    double fingers = rounded_box(a, vec(0.650, -0.003, 0.001), vec(0.052, 0.0125, 0.034), 0.0120);
    double thumb = tapered(a, vec(0.548, -0.006, 0.026), vec(0.615, -0.016, 0.056), 0.0165, 0.0120);
    return join(join(palm, fingers, 0.02), thumb, 0.018);
}

static double arm(vec3 p) {
    vec3 a = in_arm(p);
    double upper = tapered(a, vec(0.10, 0, 0), vec(0.28, 0, 0), 0.047, 0.038);
    double fore = tapered(a, vec(0.28, 0, 0), vec(0.53, 0, 0), 0.039, 0.0265);
    double muscle = ellipsoid(a, vec(0.350, 0.002, 0.004), vec(0.085, 0.041, 0.041));
    double d = join(join(upper, fore, 0.03), muscle, 0.03);
    d = within(d, 0.08 - a.x, 0.01);
    return join(d, hand(a), 0.03);
}

/* The head is drawn a little smaller than it is. */
static vec3 in_head(vec3 p) {
    const vec3 base = vec(0, 1.52, -0.01);
    return add(base, scale(sub(p, base), 1 / 1.075));
}

double body_head(vec3 world) {
    vec3 p = in_head(world);
    double d = ellipsoid(p, vec(0, 1.658, -0.008), vec(0.080, 0.096, 0.097));
    d = join(d, ellipsoid(p, vec(0, 1.588, 0.020), vec(0.060, 0.074, 0.070)), 0.05);
    vec3 l = left(p);
    d = join(d, ellipsoid(l, vec(0.034, 1.604, 0.052), vec(0.030, 0.030, 0.028)), 0.03);
    double nose = tapered(p, vec(0, 1.640, 0.086), vec(0, 1.612, 0.102), 0.0085, 0.0135);
    d = join(d, nose, 0.018);
    d = cut(d, ellipsoid(l, vec(0.036, 1.650, 0.104), vec(0.024, 0.016, 0.016)), 0.02);
    return join(d, ellipsoid(l, vec(0.080, 1.632, -0.006), vec(0.012, 0.030, 0.020)), 0.008);
}

double body_skin(vec3 p) {
    double neck = tapered(p, vec(0, 1.415, -0.022), vec(0, 1.560, -0.006), 0.056, 0.050);
    return fmin(join(body_head(p), neck, 0.03), arm(p));
}

double body_hair(vec3 world) {
    vec3 p = in_head(world);
    double d = ellipsoid(p, vec(0, 1.674, -0.016), vec(0.090, 0.099, 0.107));
    d = cut(d, ellipsoid(p, vec(0, 1.610, 0.085), vec(0.094, 0.090, 0.084)), 0.015);
    d = within(d, 1.590 - p.y, 0.02);
    double fringe = tapered(p, vec(-0.045, 1.736, 0.050), vec(0.050, 1.722, 0.072), 0.032, 0.022);
    double crown = tapered(p, vec(-0.020, 1.742, 0.010), vec(0.020, 1.742, -0.060), 0.030, 0.032);
    return join(join(d, fringe, 0.03), crown, 0.04);
}

/* Shoes are spelled out against the ankle. */
static vec3 in_shoe(vec3 p) { return sub(left(p), skeleton[FOOT_L].bind); }

double body_shoe(vec3 p) {
    vec3 s = in_shoe(p);
    double heel = ellipsoid(s, vec(0, -0.036, -0.028), vec(0.041, 0.058, 0.050));
    double ball = ellipsoid(s, vec(0.004, -0.060, 0.105), vec(0.050, 0.050, 0.092));
    double instep = tapered(s, vec(0.001, -0.016, 0.006), vec(0.003, -0.045, 0.100), 0.040, 0.036);
    double collar = tapered(s, vec(0, -0.02, -0.010), vec(0, 0.030, -0.012), 0.044, 0.046);
    double d = join(join(heel, ball, 0.03), instep, 0.03);
    d = join(d, within(collar, s.y - 0.030, 0.012), 0.02);
    return within(d, -0.066 - s.y, 0.004);
}

void body_build(mesh meshes[MATERIAL_COUNT]) {
    static const struct {
        int material;
        net_desc net;
    } parts[] = {
        { SHIRT, { body_shirt, { -0.40, 0.86, -0.20 }, { 0.40, 1.53, 0.20 }, 0.042, false, body_weights } },
        { TROUSERS, { body_trousers, { -0.208, 0.07, -0.18 }, { 0.209, 1.06, 0.18 }, 0.042, false, body_weights } },
        { SKIN, { body_skin, { -0.133, 1.36, -0.15 }, { 0.134, 1.83, 0.15 }, 0.0205, false, body_weights } },
        { SKIN, { body_skin, { 0.20, 0.84, -0.10 }, { 0.70, 1.36, 0.10 }, 0.0255, true, body_weights } },
        { SHOES, { body_shoe, { 0.02, 0.005, -0.13 }, { 0.18, 0.16, 0.24 }, 0.0250, true, shoe_weights } },
        { HAIR, { body_hair, { -0.1435, 1.56, -0.17 }, { 0.142, 1.85, 0.17 }, 0.0235, false, head_weights } },
    };
    for (int i = 0; i < MATERIAL_COUNT; ++i) meshes[i] = (mesh){ 0 };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) net_build(&meshes[parts[i].material], &parts[i].net);
    face_build(meshes);
    sole_build(&meshes[SOLES], 1);
    sole_build(&meshes[SOLES], -1);
}

void body_free(mesh meshes[MATERIAL_COUNT]) {
    for (int i = 0; i < MATERIAL_COUNT; ++i) mesh_free(&meshes[i]);
}
