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
    *c = (clip){.name = name, .length = length, .key_count = key_count, .loop = loop, .mask = mask};
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

void clip_sample(const clip *c, double time, local *locals) {
    double at = c->key_count > 1 ? clamp(time / c->length, 0, 1) * (c->key_count - 1) : 0;
    int i = at >= c->key_count - 1 ? c->key_count - 1 : (int)at, next = i + 1 < c->key_count ? i + 1 : i;
    double t = at - i;
    for (int j = 0; j < JOINT_COUNT; ++j) {
        const local *a = &c->keys[i][j], *b = &c->keys[next][j];
        if (!(c->mask >> j & 1)) continue;
        locals[j].translation = add(a->translation, scale(sub(b->translation, a->translation), t));
        locals[j].rotation = slerp(a->rotation, b->rotation, t);
    }
}
