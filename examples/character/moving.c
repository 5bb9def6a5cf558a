/* The gaits as a file would bring them that moves its figure: the root goes along the ground at the gait's speed, and
   the sidecar marks it as root motion. */
#include <string.h>

#include "gait.h"
#include "hero.h"

/* Degrees to the left in one cycle of walk_turn. */
static const double TURN = 45;

static void carry(clip *c, double speed, double turn) {
    double angle = radians(turn), way = speed * c->length, radius = turn > 0 ? way / angle : 0;
    c->mask |= 1u << ROOT;
    c->moves = true;
    c->turns = turn > 0;
    for (int k = 0; k < c->key_count; ++k) {
        double share = (double)k / (c->key_count - 1), heading = share * angle;
        vec3 at = c->turns ? vec(radius * (1 - cos(heading)), 0, radius * sin(heading)) : vec(0, 0, share * way);
        c->keys[k][ROOT] = (local){ at, about_y(share * turn) };
    }
}

static clip *find(clips *all, const char *name) { return &all->at[clips_find(all, name) - all->at]; }

void add_moving(clips *all) {
    const clip *walk = find(all, "walk");
    clip *turn = clips_add(all, "walk_turn", walk->length, walk->key_count, true, walk->mask);
    turn->coarse = walk->coarse;
    memcpy(turn->keys, walk->keys, (size_t)walk->key_count * sizeof *walk->keys);
    turn->step_count = walk->step_count;
    memcpy(turn->steps, walk->steps, sizeof turn->steps);
    carry(turn, HERO_WALK_SPEED, TURN);
    carry(find(all, "walk"), HERO_WALK_SPEED, 0);
    carry(find(all, "run"), HERO_RUN_SPEED, 0);
}
