/* The clips that cover ground: walk, run, back and sideways. Feet by their paths, the rest by waves of the phase. */
#include <stdlib.h>

#include "gait.h"
#include "hero.h"

#define TURN (2 * PI)

/* What a gait adds above the legs, at a phase at which the left foot comes down at 0. */
typedef void (*carriage)(double phase, pose *p);

typedef struct gait_clip {
    const char *name;
    gait feet[2];
    double start[2]; /* the phase at which each foot comes down */
    carriage above;
    int keys; /* in the cycle: 240 a second, so that a foot does not slide between two of them */
} gait_clip;

static void swing_arms(double phase, double middle, double swing, double elbow, double flex, pose *p) {
    for (int side = 0; side < 2; ++side) {
        double c = cos(TURN * (phase - 0.02)) * (side ? 1 : -1);
        double *s = p->v + SIDE(side, 0);
        s[ARM_FORWARD] = middle + swing * c;
        s[ELBOW] = elbow + flex * c;
        s[CLAVICLE_FORWARD] = 0.16 * swing * c;
    }
}

static void walk_above(double phase, pose *p) {
    double a = TURN * phase;
    *p = (pose){ { [HIPS_PITCH] = 2.5,
                   [SPINE_PITCH] = 3,
                   [NECK_PITCH] = -1,
                   [HEAD_PITCH] = -4,
                   BOTH(ARM_OUT, 7),
                   BOTH(ARM_TWIST, -8),
                   BOTH(PRONATE, 18),
                   BOTH(CURL, 28),
                   BOTH(WRIST, 4),
                   BOTH(KNEE_OUT, 3) } };
    double *v = p->v;
    v[HIPS_Y] = -0.047 - 0.020 * cos(2 * (a - TURN * 0.050));
    v[HIPS_X] = 0.020 * sin(a - 0.25);
    v[HIPS_YAW] = -7 * cos(a);
    v[HIPS_ROLL] = 3.2 * sin(a + 0.5);
    v[SPINE_YAW] = 12 * cos(a - 0.1);
    v[SPINE_ROLL] = -4.2 * sin(a + 0.35);
    v[SPINE_PITCH] += 1.0 * cos(2 * a);
    v[HEAD_YAW] = -4.5 * cos(a - 0.1);
    v[HEAD_ROLL] = 0.8 * sin(a);
    v[HEAD_PITCH] += -1.0 * cos(2 * a - 0.6);
    swing_arms(phase, 2, 25, 24, 13, p);
}

static void run_above(double phase, pose *p) {
    double a = TURN * (phase - 0.0);
    *p = (pose){ { [HIPS_PITCH] = 9,
                   [SPINE_PITCH] = 8,
                   [NECK_PITCH] = -4,
                   [HEAD_PITCH] = -10,
                   BOTH(ARM_OUT, 13),
                   BOTH(ARM_TWIST, -16),
                   BOTH(PRONATE, 10),
                   BOTH(CURL, 62),
                   BOTH(WRIST, 6),
                   BOTH(KNEE_OUT, 2) } };
    double *v = p->v;
    v[HIPS_Y] = -0.076 - 0.034 * cos(2 * (a - TURN * 0.150));
    v[HIPS_X] = 0.010 * sin(a);
    v[HIPS_YAW] = -9 * cos(a + 0.2);
    v[HIPS_ROLL] = 3.5 * sin(a + 0.4);
    v[SPINE_YAW] = 21 * cos(a);
    v[SPINE_ROLL] = -5.0 * sin(a + 0.2);
    v[SPINE_PITCH] += 2.0 * cos(2 * (a - TURN * 0.12));
    v[HEAD_YAW] = -11 * cos(a);
    v[HEAD_ROLL] = 1.5 * sin(a);
    v[HEAD_PITCH] += -2.0 * cos(2 * (a - TURN * 0.17));
    swing_arms(phase, -4, 40, 92, 18, p);
}

static void back_above(double phase, pose *p) {
    double a = TURN * phase;
    *p = (pose){ { [HIPS_PITCH] = 1,
                   [SPINE_PITCH] = 7,
                   [NECK_PITCH] = -2,
                   [HEAD_PITCH] = -5,
                   BOTH(ARM_OUT, 12),
                   BOTH(ARM_TWIST, -10),
                   BOTH(PRONATE, 18),
                   BOTH(CURL, 34),
                   BOTH(WRIST, 4),
                   BOTH(KNEE_OUT, 5) } };
    double *v = p->v;
    v[HIPS_Y] = -0.058 - 0.012 * cos(2 * (a - TURN * 0.06));
    v[HIPS_X] = 0.020 * sin(a - 0.25);
    v[HIPS_YAW] = 4 * cos(a);
    v[HIPS_ROLL] = 2.2 * sin(a + 0.5);
    v[SPINE_YAW] = -7 * cos(a - 0.1);
    v[SPINE_ROLL] = -3.0 * sin(a + 0.35);
    v[HEAD_YAW] = 3 * cos(a - 0.1);
    swing_arms(phase + 0.5, 4, 14, 34, 8, p);
}

static void strafe_above(double phase, pose *p, double left) {
    double a = TURN * phase;
    *p = (pose){ { [HIPS_PITCH] = 5,
                   [SPINE_PITCH] = 9,
                   [NECK_PITCH] = -4,
                   [HEAD_PITCH] = -8,
                   BOTH(ARM_OUT, 20),
                   BOTH(ARM_TWIST, -14),
                   BOTH(ARM_FORWARD, 14),
                   BOTH(ELBOW, 58),
                   BOTH(PRONATE, 14),
                   BOTH(CURL, 44),
                   BOTH(KNEE_OUT, 7) } };
    double *v = p->v;
    v[HIPS_Y] = -0.092 + 0.018 * sin(a - TURN * 0.30);
    v[HIPS_X] = left * 0.016 * cos(a - TURN * 0.05);
    v[HIPS_ROLL] = left * (2 + 2.5 * sin(a));
    v[SPINE_ROLL] = left * (-1 - 3.0 * sin(a - 0.3));
    v[HEAD_ROLL] = left * (-1 + 0.8 * sin(a));
    for (int side = 0; side < 2; ++side) {
        double *s = v + SIDE(side, 0);
        s[ARM_OUT] += 5 * sin(a - 0.8);
        s[ELBOW] += 6 * sin(a - 1.2);
        s[CLAVICLE_UP] = 2 * sin(a - 0.5);
    }
}

static void strafe_left_above(double phase, pose *p) { strafe_above(phase, p, 1); }
static void strafe_right_above(double phase, pose *p) { strafe_above(phase, p, -1); }

static const gait walk_gait = {
    .period = 1.05,
    .speed = HERO_WALK_SPEED,
    .direction_z = 1,
    .duty = 0.62,
    .release = 0.018,
    .centre = -0.092,
    .side = -0.018,
    .yaw = 5,
    .pitch = { { 0, 21 },
               { 0.045, 10 },
               { 0.095, 0 },
               { 0.30, 0 },
               { 0.41, -7 },
               { 0.52, -26 },
               { 0.61, -54 },
               { 0.665, -64 },
               { 0.76, -36 },
               { 0.87, 4 },
               { 0.955, 22 } },
    .pitch_count = 11,
    .toe_limit = { { 0.20, 44 }, { 0.56, 36 }, { 0.66, 24 }, { 0.80, 2 }, { 0.95, 0 } },
    .toe_limit_count = 5,
    .knots = { { 0.705, -0.365, -0.005, 0.160 }, { 0.80, -0.020, 0, 0.090 }, { 0.90, 0.280, 0, 0.064 } },
    .knot_count = 3,
};

static const gait run_gait = {
    .period = 0.70,
    .speed = HERO_RUN_SPEED,
    .direction_z = 1,
    .duty = 0.31,
    .release = 0.012,
    .centre = -0.128,
    .side = -0.042,
    .yaw = 4,
    .pitch = { { 0, 9 },
               { 0.055, 0 },
               { 0.13, 0 },
               { 0.195, -12 },
               { 0.26, -36 },
               { 0.315, -60 },
               { 0.42, -90 },
               { 0.56, -78 },
               { 0.70, -32 },
               { 0.84, 2 },
               { 0.94, 12 } },
    .pitch_count = 11,
    .toe_limit = { { 0.10, 44 }, { 0.26, 34 }, { 0.34, 22 }, { 0.50, 3 }, { 0.90, 0 } },
    .toe_limit_count = 5,
    .knots = { { 0.435, -0.565, 0.004, 0.330 },
               { 0.575, -0.285, 0.012, 0.405 },
               { 0.715, 0.150, 0.010, 0.315 },
               { 0.88, 0.340, 0, 0.125 } },
    .knot_count = 4,
};

static const gait back_gait = {
    .period = 1.00,
    .speed = HERO_BACK_SPEED,
    .direction_z = -1,
    .duty = 0.62,
    .release = 0.018,
    .centre = 0.02,
    .side = -0.005,
    .yaw = 6,
    .pitch = { { 0, -38 },
               { 0.09, -16 },
               { 0.20, 0 },
               { 0.46, 0 },
               { 0.56, 6 },
               { 0.64, 15 },
               { 0.74, 6 },
               { 0.86, -24 },
               { 0.95, -39 } },
    .pitch_count = 9,
    .toe_limit = { { 0, 32 }, { 0.20, 40 }, { 0.60, 20 }, { 0.80, 10 }, { 0.92, 26 } },
    .toe_limit_count = 5,
    .knots = { { 0.73, -0.12, 0.008, 0.055 }, { 0.86, 0.25, 0.006, 0.110 } },
    .knot_count = 2,
};

static const gait strafe_gait = {
    .period = 0.60,
    .speed = HERO_STRAFE_SPEED,
    .direction_x = 1,
    .duty = 0.56,
    .release = 0.016,
    .yaw = 6,
    .pitch = { { 0, -14 }, { 0.10, 0 }, { 0.36, 0 }, { 0.48, -9 }, { 0.57, -22 }, { 0.72, -24 }, { 0.92, -16 } },
    .pitch_count = 7,
    .toe_limit = { { 0.0, 40 }, { 0.56, 40 }, { 0.75, 12 }, { 0.90, 18 } },
    .toe_limit_count = 4,
    .knots = { { 0.78, 0.02, 0, 0.085 } },
    .knot_count = 1,
};

/* The leading foot steps out and the other closes up, so that they never cross. */
static gait_clip strafe_clip(const char *name, int left) {
    gait_clip c = { .name = name,
                    .feet = { strafe_gait, strafe_gait },
                    .keys = 144,
                    .above = left ? strafe_left_above : strafe_right_above };
    int leading = left ? 0 : 1;
    for (int side = 0; side < 2; ++side) {
        gait *g = &c.feet[side];
        bool leads = side == leading;
        g->direction_x = left ? 1 : -1;
        g->centre = leads ? 0.055 : -0.055;
        g->side = leads ? 0.012 : -0.012;
        g->knots[0].forward += g->centre;
        g->knots[0].side = g->side;
        c.start[side] = leads ? 0 : 0.28;
    }
    return c;
}

static gait_clip even_clip(const char *name, const gait *g, carriage above, int keys) {
    return (gait_clip){ .name = name, .feet = { *g, *g }, .start = { 0, 0.5 }, .above = above, .keys = keys };
}

static void add_gait(clips *all, const gait_clip *from) {
    foot_path *paths = grow(NULL, 2 * sizeof *paths);
    for (int side = 0; side < 2; ++side) foot_path_build(&paths[side], &from->feet[side], side);
    clip *c = clips_add(all, from->name, from->feet[0].period, from->keys + 1, true, ALL_JOINTS & ~(1u << ROOT));
    c->coarse = 4;
    for (int k = 0; k <= from->keys; ++k) {
        double phase = (double)(k % from->keys) / from->keys; /* the last key is the first */
        pose p;
        foot feet[2];
        from->above(phase, &p);
        for (int side = 0; side < 2; ++side) feet[side] = foot_path_at(&paths[side], phase - from->start[side]);
        pose_solve(&p, feet, c->keys[k]);
    }
    for (int side = 0; side < 2; ++side) c->steps[c->step_count++] = from->start[side] * from->feet[0].period;
    if (c->steps[0] > c->steps[1]) {
        double later = c->steps[0];
        c->steps[0] = c->steps[1];
        c->steps[1] = later;
    }
    free(paths);
}

void add_gaits(clips *all) {
    const gait_clip list[] = {
        even_clip("walk", &walk_gait, walk_above, 252),
        even_clip("run", &run_gait, run_above, 168),
        even_clip("walk_back", &back_gait, back_above, 240),
        strafe_clip("strafe_left", 1),
        strafe_clip("strafe_right", 0),
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; ++i) add_gait(all, &list[i]);
}
