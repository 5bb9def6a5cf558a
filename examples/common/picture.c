/* See picture.h. A figure is a capsule for each bone, the far ones first, so that near limbs lie over far ones. */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct picture {
    FILE *file;
    const char *path;
};

static const struct {
    const char *name, *light, *dark;
    const char *light_far, *dark_far; /* limbs on the far side */
} inks[] = {
    { "figure", "#2b3a55", "#d5deee", "#5f6c86", "#98a4ba" }, { "ghost", "#b9c2d3", "#4a5468", "#d3d9e4", "#363e4d" },
    { "mark", "#d4502a", "#ff8660", "#e39479", "#b5634a" },   { "quiet", "#7b8494", "#8b94a5", "#a9b0bb", "#676f7d" },
    { "a", "#2f6fb2", "#6fa8e6", "#7fa6d0", "#4f78a4" },      { "b", "#c2851b", "#e3b04f", "#d8b26e", "#a07d3b" },
    { "c", "#3b8f62", "#6cc496", "#84b99b", "#4d8a6a" }
};

static void put_inks(FILE *file, bool dark) {
    fprintf(file, ".page{fill:%s}\n", dark ? "#14171d" : "#fcfcfa");
    for (unsigned i = 0; i < sizeof inks / sizeof *inks; ++i) {
        const char *name = inks[i].name, *ink = dark ? inks[i].dark : inks[i].light;
        fprintf(file, ".%s{stroke:%s}.%s .far{stroke:%s}text.%s,circle.%s{fill:%s;stroke:none}\n", name, ink, name,
                dark ? inks[i].dark_far : inks[i].light_far, name, name, ink);
    }
}

picture *picture_open(const char *path, double width, double height, const char *title) {
    picture *p = malloc(sizeof *p);
    FILE *file = p ? fopen(path, "w") : NULL;
    if (!file) {
        fprintf(stderr, "%s: cannot be written\n", path);
        free(p);
        return NULL;
    }
    *p = (picture){ file, path };
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %g %g\" role=\"img\" "
            "font-family=\"system-ui,sans-serif\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n"
            "<title>%s</title>\n<style>\n",
            width, height, title);
    put_inks(file, false);
    fputs("@media (prefers-color-scheme:dark){\n", file);
    put_inks(file, true);
    fputs("}\npath,polyline{fill:none}\n</style>\n"
          "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n",
          file);
    return p;
}

bool picture_close(picture *p) {
    if (!p) return false;
    fputs("</svg>\n", p->file);
    bool good = !ferror(p->file);
    good = fclose(p->file) == 0 && good;
    if (!good) fprintf(stderr, "%s: could not be written whole\n", p->path);
    free(p);
    return good;
}

/* ---- the figure ---- */

typedef struct view_axes {
    double right[3], up[3], towards[3]; /* of model space, as seen */
} view_axes;

static view_axes axes_of(picture_view view) {
    const double half = 0.70710678, low = 0.42261826, high = 0.90630779; /* of 25 degrees */
    switch (view) {
    case VIEW_FRONT: return (view_axes){ { -1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    case VIEW_CORNER: return (view_axes){ { -half, 0, half }, { 0, 1, 0 }, { half, 0, half } };
    case VIEW_HIGH:
        return (view_axes){ { -half, 0, half }, { -half * low, high, -half * low }, { half * high, low, half * high } };
    default: return (view_axes){ { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } };
    }
}

static double dot(const double a[3], const float b[3]) {
    return a[0] * (double)b[0] + a[1] * (double)b[1] + a[2] * (double)b[2];
}

static void place(const view_axes *axes, double x, double y, double scale, const float point[3], double *px,
                  double *py) {
    *px = x + scale * dot(axes->right, point);
    *py = y - scale * dot(axes->up, point);
}

void picture_place(picture_view view, double x, double y, double scale, const float point[3], double *px, double *py) {
    view_axes axes = axes_of(view);
    place(&axes, x, y, scale, point, px, py);
}

/* The axes as a figure that is turned sees them. */
static void turn_axis(double axis[3], double heading) {
    double x = axis[0] * cos(heading) - axis[2] * sin(heading), z = axis[0] * sin(heading) + axis[2] * cos(heading);
    axis[0] = x;
    axis[2] = z;
}

static view_axes turned(picture_view view, double heading) {
    view_axes axes = axes_of(view);
    turn_axis(axes.right, heading);
    turn_axis(axes.up, heading);
    turn_axis(axes.towards, heading);
    return axes;
}

typedef struct limb {
    float from[3], to[3];
    double width, depth;
    bool far; /* an arm or leg of the other side */
} limb;

/* Metres across, by the beginning of the name of the joint in which a limb ends. */
static double width_of(const char *joint) {
    static const struct {
        const char *name;
        double width;
    } widths[] = { { "spine", .23 }, { "chest", .25 },    { "upper_chest", .26 }, { "neck", .11 },
                   { "head", .10 },  { "shoulder", .15 }, { "upper_arm", .12 },   { "forearm", .09 },
                   { "hand", .075 }, { "fingers", .07 },  { "thigh", .20 },       { "shin", .15 },
                   { "foot", .11 },  { "toe", .085 } };
    for (unsigned i = 0; i < sizeof widths / sizeof *widths; ++i)
        if (strncmp(joint, widths[i].name, strlen(widths[i].name)) == 0) return widths[i].width;
    return 0;
}

static void point_of(const sinew_affine *at, float x, float y, float z, float out[3]) {
    for (int i = 0; i < 3; ++i)
        out[i] = at->m[4 * i] * x + at->m[4 * i + 1] * y + at->m[4 * i + 2] * z + at->m[4 * i + 3];
}

static int further_first(const void *a, const void *b) {
    double depth_a = ((const limb *)a)->depth, depth_b = ((const limb *)b)->depth;
    return depth_a < depth_b ? -1 : depth_a > depth_b;
}

static limb limb_of(const float from[3], const float to[3], double width, const view_axes *axes) {
    limb made = { .width = width };
    memcpy(made.from, from, sizeof made.from);
    memcpy(made.to, to, sizeof made.to);
    made.depth = dot(axes->towards, from) + dot(axes->towards, to);
    return made;
}

enum { MOST_LIMBS = 64 };

static int limbs_of(sinew_pose *pose, const sinew_model *model, const view_axes *axes, limb limbs[MOST_LIMBS]) {
    const sinew_skeleton *skeleton = sinew_model_skeleton(model);
    int count = 0;
    for (uint32_t j = 0; j < sinew_skeleton_joint_count(skeleton) && count + 2 < MOST_LIMBS; ++j) {
        const char *name = sinew_skeleton_joint_name(skeleton, j);
        uint32_t parent = sinew_skeleton_joint_parent(skeleton, j);
        double width = width_of(name);
        if (width <= 0 || parent == SINEW_NONE) continue;
        sinew_affine at = sinew_pose_model(pose, j), above = sinew_pose_model(pose, parent);
        float from[3], to[3], tip[3];
        point_of(&above, 0, 0, 0, from);
        point_of(&at, 0, 0, 0, to);
        limbs[count++] = limb_of(from, to, width, axes);
        size_t length = strlen(name);
        limbs[count - 1].far = limbs[count - 1].depth < -.08 && length > 2 && name[length - 2] == '_';
        bool head = strcmp(name, "head") == 0, toe = strncmp(name, "toe", 3) == 0;
        if (!head && !toe) continue;
        point_of(&at, 0, head ? 0.10f : 0, head ? 0.03f : 0.06f, tip);
        limbs[count] = limb_of(to, tip, head ? .19 : width, axes);
        limbs[count].far = limbs[count - 1].far;
        count++;
    }
    return count;
}

void picture_figure(picture *p, sinew_pose *pose, const sinew_model *model, double x, double y, double scale,
                    picture_view view, double heading, picture_ink ink) {
    limb limbs[MOST_LIMBS];
    view_axes axes = turned(view, heading);
    int count = limbs_of(pose, model, &axes, limbs);
    qsort(limbs, (size_t)count, sizeof *limbs, further_first);
    fprintf(p->file, "<g class=\"%s\">\n", inks[ink].name);
    for (int i = 0; i < count; ++i) {
        double x0, y0, x1, y1;
        place(&axes, x, y, scale, limbs[i].from, &x0, &y0);
        place(&axes, x, y, scale, limbs[i].to, &x1, &y1);
        fprintf(p->file, "<path%s d=\"M%.1f %.1fL%.1f %.1f\" stroke-width=\"%.1f\"/>\n",
                limbs[i].far ? " class=\"far\"" : "", x0, y0, x1, y1, limbs[i].width * scale);
    }
    fputs("</g>\n", p->file);
}

/* ---- lines and words ---- */

void picture_line(picture *p, double x0, double y0, double x1, double y1, double width, picture_ink ink) {
    fprintf(p->file, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\" stroke-width=\"%.1f\"/>\n", inks[ink].name, x0, y0,
            x1, y1, width);
}

void picture_dot(picture *p, double x, double y, double radius, picture_ink ink) {
    fprintf(p->file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", inks[ink].name, x, y, radius);
}

void picture_curve(picture *p, const double *points, int count, double width, picture_ink ink) {
    fprintf(p->file, "<polyline class=\"%s\" stroke-width=\"%.1f\" points=\"", inks[ink].name, width);
    for (int i = 0; i < count; ++i) fprintf(p->file, "%s%.1f,%.1f", i ? " " : "", points[2 * i], points[2 * i + 1]);
    fputs("\"/>\n", p->file);
}

void picture_text(picture *p, double x, double y, double size, picture_ink ink, const char *text) {
    fprintf(p->file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\">", inks[ink].name, x, y, size);
    for (; *text; ++text) {
        if (*text == '<') fputs("&lt;", p->file);
        else if (*text == '&') fputs("&amp;", p->file);
        else fputc(*text, p->file);
    }
    fputs("</text>\n", p->file);
}
