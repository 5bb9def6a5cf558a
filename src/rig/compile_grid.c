/* Which uniform keys to try, and the curves at them.
   Invariant: what is tried grows strictly and ends, so a search is short whatever the curves are. */
#include "compile.h"

#include "math/trig.h"

#include <math.h>

/* Keys a second beyond which a clip is better off as it is; and how near to a whole number of intervals a key must lie
   to count as on the grid. */
#define RATE_MOST 240.0
#define NEAR 0.01

enum { SPARSE_KEYS = 512, MULTIPLES = 8 };

static double whole(double x) { return snw_floor(x + 0.5); }

static double larger(double a, double b) { return a > b ? a : b; }

/* Of curves with few keys as many as a curve may need; of dense ones a few times theirs. */
static double most(const snw_compiling *c) {
    double keys = 4.0 * (double)c->most_keys, rate = RATE_MOST * (c->end - c->start);
    double cap = larger(keys, SPARSE_KEYS);
    double own = (c->end - c->start) / c->closest + 1; /* at its own rate it may be as fast as it likes */
    return cap < larger(rate, own) ? cap : larger(rate, own);
}

static bool on_grid(const snw_compiling *c, double intervals) {
    double rate = intervals / (c->end - c->start);
    for (uint32_t i = 0; i < c->track_count; ++i) {
        const snw_track *track = &c->tracks[i];
        if (track->use != SNW_TRACK_MOVING) continue;
        for (uint32_t k = 0; k < track->curve->key_count; ++k) {
            double at = ((double)track->curve->times[k] - c->start) * rate;
            if (!(fabs(at - whole(at)) <= NEAR)) return false;
        }
    }
    return true;
}

void snw_grid_align(snw_compiling *c) {
    static const double RATES[] = { 24, 25, 30, 48, 50, 60, 90, 100, 120 };
    double length = c->end - c->start, best = 0;
    for (int i = 1; i <= MULTIPLES; ++i) {
        double n = whole(length / c->closest * i);
        if (n <= most(c) && on_grid(c, n)) {
            best = n;
            break;
        }
    }
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; ++i) {
        double n = whole(length * RATES[i]);
        if (n >= 1 && (!(best > 0) || n < best) && n <= most(c) && on_grid(c, n)) best = n;
    }
    c->aligned = best;
}

uint32_t snw_grid_next(const snw_compiling *c, uint32_t last, double times) {
    double length = c->end - c->start;
    if (!(length > 0)) return last ? 0 : 1;
    double base = c->aligned, fewest = base > 0 ? base : larger(1, whole(length * 60)), next = fewest;
    if (last) {
        /* What is off falls with the square of the rate or faster where keys lie on the grid, else with the rate. */
        double factor = base > 0 ? sqrt(times) : times;
        if (!(factor < 1e6)) factor = 1e6;
        next = larger((double)last + fewest, snw_floor((double)last * factor / fewest) * fewest);
    }
    return next <= most(c) ? (uint32_t)next : 0;
}

static void fill_key(const snw_compiling *c, double time, const float *before, float *out) {
    for (uint32_t i = 0; i < c->track_count; ++i) {
        snw_track *track = &c->tracks[i];
        if (track->use != SNW_TRACK_MOVING) continue;
        double numbers[4], dot = 0;
        snw_track_at(c, track, time, numbers);
        for (int j = 0; before && track->width == 4 && j < 4; ++j) dot += (double)before[j] * numbers[j];
        for (int j = 0; j < 4; ++j) out[j] = (float)(dot < 0 ? -numbers[j] : numbers[j]);
        out += 4;
        if (before) before += 4;
    }
}

bool snw_grid_fill(const snw_compiling *c, snw_grid *grid) {
    size_t keys = (size_t)grid->intervals + 1, each = (size_t)c->moving * 4;
    grid->values = snw_arena_array(c->scratch, keys, each * sizeof *grid->values);
    if (!grid->values) return false;
    for (size_t k = 0; k < keys; ++k) {
        float *out = grid->values + k * each;
        double time = c->start + (c->end - c->start) * (double)k / grid->intervals;
        fill_key(c, time, k ? out - each : NULL, out);
    }
    return true;
}
