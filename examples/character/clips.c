/* The list of clips, and sampling one as a player would. */
#include <stdlib.h>
#include <string.h>

#include "hero.h"

clip *clips_add(clips *all, const char *name, double length, int key_count, bool loop, uint32_t mask) {
    if (all->count == MAX_CLIPS || key_count < 1 || key_count > MAX_KEYS) {
        fprintf(stderr, "make_hero: the clip \"%s\" is one too many or has too many keys\n", name);
        exit(1);
    }
    clip *c = &all->at[all->count++];
    *c = (clip){ .name = name, .length = length, .key_count = key_count, .loop = loop, .coarse = 1, .mask = mask };
    c->keys = grow(NULL, (size_t)key_count * sizeof *c->keys);
    return c;
}

void clips_free(clips *all) {
    for (int i = 0; i < all->count; ++i) free(all->at[i].keys);
    all->count = 0;
}

const clip *clips_find(const clips *all, const char *name) {
    for (int i = 0; i < all->count; ++i) {
        if (!strcmp(all->at[i].name, name)) return &all->at[i];
    }
    fprintf(stderr, "make_hero: there is no clip \"%s\"\n", name);
    exit(1);
}

int clip_step(const clip *c, int j) { return j == HIPS || j >= THIGH_L ? 1 : c->coarse; }

void clip_sample(const clip *c, double time, local *locals) {
    for (int j = 0; j < JOINT_COUNT; ++j) {
        if (!(c->mask >> j & 1)) continue;
        int step = clip_step(c, j), spans = (c->key_count - 1) / step;
        double at = spans ? clamp(time / c->length, 0, 1) * spans : 0;
        int i = at >= spans ? spans : (int)at, next = i < spans ? i + 1 : i;
        const local *a = &c->keys[i * step][j], *b = &c->keys[next * step][j];
        locals[j].translation = add(a->translation, scale(sub(b->translation, a->translation), at - i));
        locals[j].rotation = slerp(a->rotation, b->rotation, at - i);
    }
}
