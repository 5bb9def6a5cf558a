/* Gradient bands: how far p is from point i on the way to each other point j, the worst of them; in the plane or in
   polar space. Source: R. S. Johansen, "Automated Semi-Procedural Animation for Character Locomotion", Aarhus
   University, 2009. Invariant: a look-up takes O(points²) and no memory beside the result. */
#include "space_parts.h"

#include "math/trig.h"

#include <math.h>

#define PI 0x1.921fb54442d18p+1

/* p, or a point, with what polar space wants to know of it. */
typedef struct place {
    double x, y, length, angle;
} place;

static place place_of(double x, double y) { return (place){ x, y, sqrt(x * x + y * y), snw_atan2(y, x) }; }

static place point_place(const snw_space *space, uint32_t point) {
    const double *at = space->at[point];
    if (space->kind != SNW_SPACE_POLAR) return (place){ .x = at[0], .y = at[1] };
    return (place){ at[0], at[1], space->length[point], space->angle[point] };
}

bool snw_bands_build(snw_space *space, snw_arena *arena) {
    if (space->kind != SNW_SPACE_POLAR) return true;
    space->length = snw_arena_array(arena, space->count, sizeof(double));
    space->angle = snw_arena_array(arena, space->count, sizeof(double));
    if (!space->length || !space->angle) return false;
    for (uint32_t i = 0; i < space->count; ++i) {
        place p = place_of(space->at[i][0], space->at[i][1]);
        space->length[i] = p.length;
        space->angle[i] = p.angle;
    }
    return true;
}

/* From a to b, in (−π, π]; 0 where either is the origin. */
static double angle_between(const place *a, const place *b) {
    if (a->length == 0.0 || b->length == 0.0) return 0.0;
    double turn = b->angle - a->angle;
    if (turn > PI) turn -= 2.0 * PI;
    if (turn < -PI) turn += 2.0 * PI;
    /* Rounding must not turn half a turn left into one to the right: exactly opposite points are common. */
    if (fabs(turn) > PI - 1e-9) return snw_atan2(a->x * b->y - a->y * b->x, a->x * b->x + a->y * b->y);
    return turn;
}

/* How much of the way from i to j p has gone; 0 where i and j fall together. */
static double gradient_share(const place *i, const place *j, const place *p) {
    double x = j->x - i->x, y = j->y - i->y;
    double square = x * x + y * y;
    return square > 0.0 ? ((p->x - i->x) * x + (p->y - i->y) * y) / square : 0.0;
}

static double polar_share(const place *i, const place *j, const place *p) {
    double mean = 0.5 * (i->length + j->length);
    if (!(mean > 0.0)) return 0.0;
    double radius = (j->length - i->length) / mean, radius_p = (p->length - i->length) / mean;
    bool origin = i->length == 0.0 || j->length == 0.0;
    double angle = origin ? 0.0 : 2.0 * angle_between(i, j), angle_p = origin ? 0.0 : 2.0 * angle_between(i, p);
    double square = radius * radius + angle * angle;
    return square > 0.0 ? (radius_p * radius + angle_p * angle) / square : 0.0;
}

static float band(const snw_space *space, uint32_t point, const place *p) {
    place i = point_place(space, point);
    double least = 1.0;
    for (uint32_t other = 0; other < space->count && least > 0.0; ++other) {
        if (other == point) continue;
        place j = point_place(space, other);
        double h = 1.0 - (space->kind == SNW_SPACE_POLAR ? polar_share(&i, &j, p) : gradient_share(&i, &j, p));
        if (h < least) least = h;
    }
    return least > 0.0 ? (float)least : 0.0f;
}

static place parameter_place(const snw_space *space, float x, float y) {
    double at[2];
    snw_space_scale(space, (double)x, (double)y, at);
    snw_space_snap(space, NULL, space->count, x, y, at);
    return space->kind == SNW_SPACE_POLAR ? place_of(at[0], at[1]) : (place){ .x = at[0], .y = at[1] };
}

uint32_t snw_bands_weights(const snw_space *space, float x, float y, snw_weight *out) {
    place p = parameter_place(space, x, y);
    uint32_t n = space->count;
    double sum = 0.0;
    for (uint32_t i = 0; i < n; ++i) { /* in the points' own order, so that the sum rounds alike */
        uint32_t index = space->file[i];
        out[index] = (snw_weight){ index, band(space, i, &p) };
        sum += (double)out[index].weight;
    }
    uint32_t count = 0;
    for (uint32_t index = 0; index < n; ++index) {
        float weight = sum > 0.0 ? (float)((double)out[index].weight / sum) : (float)(1.0 / (double)n);
        if (weight > 0.0f) out[count++] = (snw_weight){ index, weight };
    }
    return count;
}
