/* The clips drawn by hand: a few poses each, against standing, joined channel by channel. */
#include "hero.h"

typedef struct drawn {
    double at;
    pose p;
} drawn;

enum { FPS = 120, MAX_DRAWN = 8 };

#define UPPER_JOINTS (1u << SPINE | 1u << CHEST | 1u << UPPER_CHEST | 1u << NECK | 1u << HEAD)
#define ARM_JOINTS(first) (0x1Fu << (first))
#define BODY_JOINTS (ALL_JOINTS & ~(1u << ROOT))

/* Standing at ease. */
static const pose stance = { { [HIPS_Y] = -0.014,
                               [HIPS_PITCH] = 1,
                               [SPINE_PITCH] = 1,
                               [NECK_PITCH] = 1,
                               [HEAD_PITCH] = -2,
                               BOTH(ARM_OUT, 8),
                               BOTH(ARM_FORWARD, 1),
                               BOTH(ARM_TWIST, -8),
                               BOTH(ELBOW, 17),
                               BOTH(PRONATE, 20),
                               BOTH(CURL, 24),
                               BOTH(WRIST, 4),
                               BOTH(FOOT_X, 0.012),
                               BOTH(FOOT_YAW, 9),
                               BOTH(KNEE_OUT, 4) } };

static void pose_at(const drawn *list, int count, bool loop, double length, double time, pose *p) {
    for (int c = 0; c < CHANNEL_COUNT; ++c) {
        key keys[MAX_DRAWN];
        for (int i = 0; i < count; ++i) keys[i] = (key){ list[i].at / length, list[i].p.v[c] };
        p->v[c] = stance.v[c] + track_value(keys, count, loop, time / length);
    }
}

/* What a drawn foot slides while it is down is taken out again, in small steps; a lifted foot goes where it likes. */
static void plant(foot feet[2], foot last[2], vec3 shift[2], bool first) {
    for (int side = 0; side < 2; ++side) {
        if (!first) shift[side] = sub(shift[side], foot_slide(&last[side], &feet[side], side));
        last[side] = feet[side];
        feet[side].ankle = add(feet[side].ankle, shift[side]);
    }
}

static clip *draw(clips *all, const char *name, double length, bool loop, uint32_t mask, const drawn *list, int count) {
    enum { SMALL_STEPS = 6 };
    int keys = (int)(length * FPS + 0.5);
    clip *c = clips_add(all, name, length, keys + 1, loop, mask);
    foot feet[2], last[2];
    vec3 shift[2] = { { 0, 0, 0 }, { 0, 0, 0 } };
    c->coarse = 2;
    for (int i = 0; i <= keys * SMALL_STEPS; ++i) {
        pose p;
        bool closes = loop && i == keys * SMALL_STEPS;
        pose_at(list, count, loop, length, closes ? 0 : length * i / (keys * SMALL_STEPS), &p);
        pose_feet(&p, feet);
        plant(feet, last, shift, i == 0);
        if (i % SMALL_STEPS == 0) pose_solve(&p, feet, c->keys[i / SMALL_STEPS]);
    }
    return c;
}

#define DRAW(name, length, loop, mask, list)                                                                           \
    draw(all, name, length, loop, mask, list, (int)(sizeof(list) / sizeof *(list)))

static void add_idle(clips *all) {
    const double length = 3.0;
    const int keys = 90;
    clip *c = clips_add(all, "idle", length, keys + 1, true, BODY_JOINTS);
    for (int k = 0; k <= keys; ++k) {
        double a = 2 * PI * (k % keys) / keys, breath = sin(2 * a), shift = sin(a);
        pose p = stance;
        double *v = p.v;
        v[HIPS_X] += 0.013 * shift;
        v[HIPS_Y] += -0.002 * (1 - cos(2 * a)) + 0.0015 * breath;
        v[HIPS_ROLL] += 1.3 * shift;
        v[HIPS_YAW] += 1.2 * sin(a - 0.4);
        v[SPINE_ROLL] -= 2.0 * sin(a - 0.2);
        v[SPINE_YAW] -= 1.0 * sin(a - 0.4);
        v[SPINE_PITCH] -= 1.1 * breath;
        v[NECK_PITCH] += 0.8 * breath;
        v[HEAD_YAW] += 2.5 * sin(a + 0.9);
        v[HEAD_ROLL] += 0.8 * shift;
        for (int side = 0; side < 2; ++side) {
            double *s = v + SIDE(side, 0);
            s[CLAVICLE_UP] += 1.4 * sin(2 * a - 0.3);
            s[ARM_OUT] += 1.0 * sin(2 * a - 0.6) + (side ? 1 : -1) * 1.2 * shift;
            s[ELBOW] += 1.5 * sin(2 * a - 1.0);
            s[ARM_FORWARD] += 1.2 * sin(a + side);
        }
        foot feet[2];
        pose_feet(&p, feet);
        pose_solve(&p, feet, c->keys[k]);
    }
}

static void add_jump(clips *all) {
    static const drawn list[] = {
        { 0.00, { { 0 } } },
        { 0.15,
          { { [HIPS_Y] = -0.215,
              [HIPS_Z] = -0.065,
              [HIPS_PITCH] = 24,
              [SPINE_PITCH] = 20,
              [NECK_PITCH] = -10,
              [HEAD_PITCH] = -18,
              BOTH(ARM_FORWARD, -46),
              BOTH(ELBOW, 6),
              BOTH(ARM_OUT, 4),
              BOTH(CURL, 20) } } },
        { 0.27,
          { { [HIPS_Y] = 0.020,
              [HIPS_Z] = 0.020,
              [HIPS_PITCH] = 4,
              [SPINE_PITCH] = -2,
              [NECK_PITCH] = -4,
              [HEAD_PITCH] = -8,
              BOTH(ARM_FORWARD, 70),
              BOTH(ELBOW, 38),
              BOTH(ARM_OUT, 8),
              BOTH(CURL, 24),
              BOTH(FOOT_PITCH, -34),
              BOTH(TOE_BEND, 34) } } },
        { 0.33,
          { { [HIPS_Y] = 0.105,
              [HIPS_Z] = 0.040,
              [HIPS_PITCH] = -2,
              [SPINE_PITCH] = -9,
              [NECK_PITCH] = -6,
              [HEAD_PITCH] = -10,
              BOTH(ARM_FORWARD, 96),
              BOTH(ELBOW, 42),
              BOTH(ARM_OUT, 34),
              BOTH(CURL, 10),
              BOTH(FOOT_PITCH, -58),
              BOTH(TOE_BEND, 34),
              BOTH(FOOT_LIFT, 0.002) } } },
        { 0.50,
          { { [HIPS_Y] = 0.060,
              [HIPS_Z] = 0.010,
              [HIPS_PITCH] = 4,
              [SPINE_PITCH] = 2,
              [NECK_PITCH] = -2,
              [HEAD_PITCH] = -4,
              BOTH(ARM_FORWARD, 78),
              BOTH(ELBOW, 40),
              BOTH(ARM_OUT, 34),
              BOTH(CURL, 6),
              [LEFT(FOOT_LIFT)] = 0.270,
              [LEFT(FOOT_Z)] = 0.150,
              [LEFT(FOOT_PITCH)] = -18,
              [RIGHT(FOOT_LIFT)] = 0.130,
              [RIGHT(FOOT_Z)] = -0.130,
              [RIGHT(FOOT_PITCH)] = -48 } } },
    };
    DRAW("jump", 0.50, false, BODY_JOINTS, list);
}

#define FALLING                                                                                                        \
    [HIPS_PITCH] = 5, [HEAD_PITCH] = 4, [LEFT(FOOT_Z)] = 0.120, [RIGHT(FOOT_Z)] = -0.125, BOTH(ARM_OUT, 58),           \
    BOTH(CURL, -6), BOTH(KNEE_OUT, 4)

static void add_fall(clips *all) {
    static const drawn list[] = {
        { 0.0,
          { { FALLING, [HIPS_Y] = 0.045, [SPINE_PITCH] = 2, BOTH(ARM_FORWARD, 26), BOTH(ELBOW, 30),
              [LEFT(FOOT_LIFT)] = 0.215, [LEFT(FOOT_PITCH)] = -20, [RIGHT(FOOT_LIFT)] = 0.120,
              [RIGHT(FOOT_PITCH)] = -46, [SPINE_ROLL] = -2 } } },
        { 0.4,
          { { FALLING, [HIPS_Y] = 0.055, [SPINE_PITCH] = 4, BOTH(ARM_FORWARD, 18), BOTH(ELBOW, 40),
              [LEFT(FOOT_LIFT)] = 0.195, [LEFT(FOOT_PITCH)] = -26, [RIGHT(FOOT_LIFT)] = 0.145,
              [RIGHT(FOOT_PITCH)] = -40, [SPINE_ROLL] = 2, BOTH(CLAVICLE_UP, 5) } } },
    };
    DRAW("fall", 0.80, true, BODY_JOINTS, list);
}

static void add_land(clips *all) {
    static const drawn list[] = {
        { 0.00,
          { { [HIPS_Y] = -0.020,
              [HIPS_PITCH] = 6,
              [SPINE_PITCH] = 4,
              BOTH(ARM_FORWARD, 22),
              BOTH(ARM_OUT, 46),
              BOTH(ELBOW, 32),
              BOTH(FOOT_X, 0.025),
              [LEFT(FOOT_Z)] = 0.04,
              [RIGHT(FOOT_Z)] = -0.04,
              BOTH(FOOT_PITCH, -22),
              BOTH(TOE_BEND, 12),
              BOTH(FOOT_LIFT, 0.002) } } },
        { 0.04,
          { { [HIPS_Y] = -0.110,
              [HIPS_PITCH] = 14,
              [SPINE_PITCH] = 10,
              BOTH(ARM_FORWARD, 26),
              BOTH(ARM_OUT, 40),
              BOTH(ELBOW, 30),
              BOTH(FOOT_X, 0.025),
              [LEFT(FOOT_Z)] = 0.04,
              [RIGHT(FOOT_Z)] = -0.04,
              BOTH(KNEE_OUT, 4) } } },
        { 0.12,
          { { [HIPS_Y] = -0.260,
              [HIPS_Z] = -0.070,
              [HIPS_PITCH] = 30,
              [SPINE_PITCH] = 22,
              [NECK_PITCH] = -12,
              [HEAD_PITCH] = -20,
              BOTH(ARM_FORWARD, 30),
              BOTH(ARM_OUT, 24),
              BOTH(ELBOW, 26),
              BOTH(FOOT_X, 0.025),
              [LEFT(FOOT_Z)] = 0.04,
              [RIGHT(FOOT_Z)] = -0.04,
              BOTH(KNEE_OUT, 8) } } },
        { 0.28,
          { { [HIPS_Y] = -0.120,
              [HIPS_Z] = -0.030,
              [HIPS_PITCH] = 14,
              [SPINE_PITCH] = 12,
              [NECK_PITCH] = -4,
              [HEAD_PITCH] = -10,
              BOTH(ARM_FORWARD, 10),
              BOTH(ARM_OUT, 10),
              BOTH(ELBOW, 14),
              BOTH(FOOT_X, 0.025),
              [LEFT(FOOT_Z)] = 0.04,
              [RIGHT(FOOT_Z)] = -0.04,
              BOTH(KNEE_OUT, 4) } } },
        { 0.55, { { BOTH(FOOT_X, 0.025), [LEFT(FOOT_Z)] = 0.04, [RIGHT(FOOT_Z)] = -0.04 } } },
    };
    clip *c = DRAW("land", 0.55, false, BODY_JOINTS, list);
    c->steps[c->step_count++] = 0.02;
}

/* A swing of the right fist: wind up, a step with the left foot, through and back. */
static void add_attack(clips *all) {
    static const drawn list[] = {
        { 0.00, { { 0 } } },
        { 0.20,
          { { [HIPS_Y] = -0.030,
              [HIPS_Z] = -0.020,
              [HIPS_YAW] = -16,
              [SPINE_YAW] = -38,
              [SPINE_PITCH] = 2,
              [HEAD_YAW] = 44,
              [RIGHT(ARM_OUT)] = 62,
              [RIGHT(ARM_FORWARD)] = -14,
              [RIGHT(ARM_TWIST)] = 40,
              [RIGHT(ELBOW)] = 88,
              [RIGHT(CURL)] = 60,
              [RIGHT(CLAVICLE_UP)] = 10,
              [LEFT(ARM_FORWARD)] = 44,
              [LEFT(ELBOW)] = 58,
              [LEFT(CURL)] = 50,
              [LEFT(FOOT_LIFT)] = 0.0 } } },
        { 0.27,
          { { [HIPS_Y] = -0.035,
              [HIPS_Z] = 0.030,
              [HIPS_YAW] = -6,
              [SPINE_YAW] = -18,
              [SPINE_PITCH] = 6,
              [HEAD_YAW] = 22,
              [RIGHT(ARM_OUT)] = 72,
              [RIGHT(ARM_FORWARD)] = 22,
              [RIGHT(ARM_TWIST)] = 30,
              [RIGHT(ELBOW)] = 82,
              [RIGHT(CURL)] = 66,
              [RIGHT(CLAVICLE_UP)] = 8,
              [RIGHT(CLAVICLE_FORWARD)] = 6,
              [LEFT(ARM_FORWARD)] = 36,
              [LEFT(ELBOW)] = 62,
              [LEFT(CURL)] = 50,
              [LEFT(FOOT_LIFT)] = 0.055,
              [LEFT(FOOT_Z)] = 0.13,
              [LEFT(FOOT_PITCH)] = 6,
              [RIGHT(FOOT_PITCH)] = -6,
              [RIGHT(TOE_BEND)] = 6 } } },
        { 0.36,
          { { [HIPS_Y] = -0.060,
              [HIPS_Z] = 0.110,
              [HIPS_YAW] = 18,
              [SPINE_YAW] = 34,
              [SPINE_PITCH] = 10,
              [HEAD_YAW] = -44,
              [RIGHT(ARM_OUT)] = 20,
              [RIGHT(ARM_FORWARD)] = 84,
              [RIGHT(ARM_TWIST)] = 0,
              [RIGHT(ELBOW)] = 8,
              [RIGHT(CURL)] = 70,
              [RIGHT(CLAVICLE_FORWARD)] = 16,
              [LEFT(ARM_FORWARD)] = -24,
              [LEFT(ELBOW)] = 70,
              [LEFT(CURL)] = 50,
              [LEFT(FOOT_Z)] = 0.26,
              [RIGHT(FOOT_PITCH)] = -30,
              [RIGHT(TOE_BEND)] = 30 } } },
        { 0.46,
          { { [HIPS_Y] = -0.062,
              [HIPS_Z] = 0.115,
              [HIPS_YAW] = 22,
              [SPINE_YAW] = 46,
              [SPINE_PITCH] = 12,
              [HEAD_YAW] = -52,
              [RIGHT(ARM_OUT)] = -30,
              [RIGHT(ARM_FORWARD)] = 68,
              [RIGHT(ARM_TWIST)] = -10,
              [RIGHT(ELBOW)] = 36,
              [RIGHT(CURL)] = 66,
              [RIGHT(CLAVICLE_FORWARD)] = 14,
              [LEFT(ARM_FORWARD)] = -28,
              [LEFT(ELBOW)] = 64,
              [LEFT(CURL)] = 50,
              [LEFT(FOOT_Z)] = 0.26,
              [RIGHT(FOOT_PITCH)] = -32,
              [RIGHT(TOE_BEND)] = 32 } } },
        { 0.64,
          { { [HIPS_Y] = -0.030,
              [HIPS_Z] = 0.040,
              [HIPS_YAW] = 8,
              [SPINE_YAW] = 16,
              [SPINE_PITCH] = 5,
              [HEAD_YAW] = -18,
              [RIGHT(ARM_OUT)] = 0,
              [RIGHT(ARM_FORWARD)] = 26,
              [RIGHT(ELBOW)] = 40,
              [RIGHT(CURL)] = 30,
              [LEFT(ELBOW)] = 26,
              [LEFT(CURL)] = 24,
              [LEFT(FOOT_Z)] = 0.13,
              [LEFT(FOOT_LIFT)] = 0.040,
              [RIGHT(FOOT_PITCH)] = -8,
              [RIGHT(TOE_BEND)] = 8 } } },
        { 0.80, { { 0 } } },
    };
    DRAW("attack", 0.80, false, BODY_JOINTS, list);
    all->at[all->count - 1].hit_from = 0.30;
    all->at[all->count - 1].hit_to = 0.46;
}

static void add_hit(clips *all) {
    static const drawn list[] = {
        { 0.00, { { 0 } } },
        { 0.07,
          { { [HIPS_Z] = -0.045,
              [HIPS_Y] = -0.020,
              [HIPS_PITCH] = -6,
              [SPINE_PITCH] = -16,
              [SPINE_YAW] = 20,
              [SPINE_ROLL] = -6,
              [NECK_PITCH] = 8,
              [HEAD_PITCH] = 10,
              [HEAD_YAW] = 18,
              BOTH(ARM_OUT, 20),
              BOTH(ARM_FORWARD, 20),
              BOTH(ELBOW, 34),
              BOTH(CURL, 20),
              BOTH(CLAVICLE_UP, 8) } } },
        { 0.18,
          { { [HIPS_Z] = -0.060,
              [HIPS_Y] = -0.065,
              [HIPS_PITCH] = 6,
              [SPINE_PITCH] = 12,
              [SPINE_YAW] = 8,
              [SPINE_ROLL] = -3,
              [NECK_PITCH] = 6,
              [HEAD_PITCH] = 12,
              [HEAD_YAW] = -6,
              BOTH(ARM_OUT, 14),
              BOTH(ARM_FORWARD, 26),
              BOTH(ELBOW, 52),
              BOTH(CURL, 34) } } },
        { 0.50, { { 0 } } },
    };
    DRAW("hit", 0.50, false, BODY_JOINTS, list);
}

#define WAVING                                                                                                         \
    [RIGHT(ARM_OUT)] = 86, [RIGHT(ARM_FORWARD)] = 10, [RIGHT(ARM_TWIST)] = 92, [RIGHT(CLAVICLE_UP)] = 14,              \
    [RIGHT(CURL)] = -22, [RIGHT(PRONATE)] = 20

static void add_wave(clips *all) {
    static const drawn list[] = {
        { 0.00,
          { { WAVING, [RIGHT(ELBOW)] = 52,
              [RIGHT(WRIST)] = 14, [SPINE_ROLL] = -3, [HEAD_ROLL] = 4, [HEAD_YAW] = -4 } } },
        { 0.25,
          { { WAVING, [RIGHT(ELBOW)] = 98,
              [RIGHT(WRIST)] = -18, [SPINE_ROLL] = -4, [HEAD_ROLL] = 6, [HEAD_YAW] = -4 } } },
        { 0.50,
          { { WAVING, [RIGHT(ELBOW)] = 54,
              [RIGHT(WRIST)] = 14, [SPINE_ROLL] = -4, [HEAD_ROLL] = 6, [HEAD_YAW] = -5 } } },
        { 0.75,
          { { WAVING, [RIGHT(ELBOW)] = 98,
              [RIGHT(WRIST)] = -18, [SPINE_ROLL] = -3, [HEAD_ROLL] = 5, [HEAD_YAW] = -5 } } },
    };
    DRAW("wave", 1.00, true, UPPER_JOINTS | ARM_JOINTS(SHOULDER_R), list);
}

/* Deltas for the additive layer: the reference is one key of standing. */
static void add_aim(clips *all) {
    static const drawn up[] = {
        { 0,
          { { [SPINE_PITCH] = -22,
              [NECK_PITCH] = -12,
              [HEAD_PITCH] = -18,
              BOTH(ARM_FORWARD, 16),
              BOTH(CLAVICLE_UP, 5) } } },
        { 1,
          { { [SPINE_PITCH] = -23,
              [NECK_PITCH] = -12,
              [HEAD_PITCH] = -18,
              BOTH(ARM_FORWARD, 17),
              BOTH(CLAVICLE_UP, 6) } } },
    };
    static const drawn down[] = {
        { 0,
          { { [SPINE_PITCH] = 24,
              [NECK_PITCH] = 10,
              [HEAD_PITCH] = 16,
              BOTH(ARM_FORWARD, -10),
              BOTH(CLAVICLE_FORWARD, 6) } } },
        { 1,
          { { [SPINE_PITCH] = 25,
              [NECK_PITCH] = 10,
              [HEAD_PITCH] = 16,
              BOTH(ARM_FORWARD, -11),
              BOTH(CLAVICLE_FORWARD, 6) } } },
    };
    const uint32_t mask = UPPER_JOINTS | ARM_JOINTS(SHOULDER_L) | ARM_JOINTS(SHOULDER_R);
    DRAW("aim_up", 2.0, true, mask, up);
    DRAW("aim_down", 2.0, true, mask, down);
    clip *c = clips_add(all, "aim_ref", 0, 1, false, mask);
    foot feet[2];
    pose_feet(&stance, feet);
    pose_solve(&stance, feet, c->keys[0]);
}

void add_actions(clips *all) {
    add_idle(all);
    add_jump(all);
    add_fall(all);
    add_land(all);
    add_attack(all);
    add_hit(all);
    add_wave(all);
    add_aim(all);
}
