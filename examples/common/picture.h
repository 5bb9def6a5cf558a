/* The pictures that the examples make of what they do: figures, lines and words in an SVG, for a light page and a dark
   one. Millimetres of paper are not known here: a picture is `width` × `height` units, y downwards. */
#ifndef EXAMPLES_PICTURE_H
#define EXAMPLES_PICTURE_H

#include <stdbool.h>

#include <sinew/sinew.h>

typedef struct picture picture;

/* How a figure is looked at: from its left side, from the front, half from either, or so and from a height, which
   shows the ground. */
typedef enum picture_view { VIEW_SIDE, VIEW_FRONT, VIEW_CORNER, VIEW_HIGH } picture_view;

/* What a thing is drawn in. */
typedef enum picture_ink { INK_FIGURE, INK_GHOST, INK_MARK, INK_QUIET, INK_A, INK_B, INK_C } picture_ink;

/* NULL, and a sentence on standard error, if the file cannot be written. */
picture *picture_open(const char *path, double width, double height, const char *title);
/* False, and a sentence, if something of it could not be written. NULL is false. */
bool picture_close(picture *p);

/* The pose as rounded limbs; its model's origin stands at (x, y), a metre is `scale` units. heading: radians by which
   it is turned to its left. */
void picture_figure(picture *p, sinew_pose *pose, const sinew_model *model, double x, double y, double scale,
                    picture_view view, double heading, picture_ink ink);
/* Where a point comes to lie, for a model's origin at (x, y) and heading 0. */
void picture_place(picture_view view, double x, double y, double scale, const float point[3], double *px, double *py);

void picture_line(picture *p, double x0, double y0, double x1, double y1, double width, picture_ink ink);
void picture_dot(picture *p, double x, double y, double radius, picture_ink ink);
/* points: count pairs. */
void picture_curve(picture *p, const double *points, int count, double width, picture_ink ink);
void picture_text(picture *p, double x, double y, double size, picture_ink ink, const char *text);

#endif
