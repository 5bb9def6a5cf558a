/* Colours. A state has a hue, in order of appearance; a clip takes the hue of the state in which it was first
   heard, each further one a shade of it, so that a bar and what it plays belong together to the eye. */
#include "plot.h"

static const int hues[] = { 211, 28, 150, 338, 265, 186, 48, 8, 96, 300 };
static const int light_shades[] = { 67, 80, 57, 88, 48 };
static const int dark_shades[] = { 40, 54, 30, 64, 23 };

enum { HUES = sizeof hues / sizeof hues[0], SHADES = sizeof light_shades / sizeof light_shades[0] };

static void put_colours(FILE *out, const int *shades, int saturation) {
    for (int h = 0; h < HUES; ++h)
        for (int s = 0; s < SHADES; ++s)
            fprintf(out, ".c%d-%d{fill:hsl(%d,%d%%,%d%%)}%s", h, s, (hues[h] + 5 * s) % 360, saturation, shades[s],
                    s == SHADES - 1 ? "\n" : "");
}

void put_styles(FILE *out, const plot_record *record) {
    (void)record;
    fputs("<style>\n"
          "text{font-family:system-ui,sans-serif;font-size:11px;fill:#3a4150}\n"
          ".h{font-size:17px;font-weight:600;fill:#151a24}.n{font-size:12px;font-weight:600;fill:#151a24}\n"
          ".t{fill:#6a7282}.m{text-anchor:middle}.e{text-anchor:end}\n"
          ".page{fill:#fff}.lane{fill:#e9ebf0;fill-opacity:.5}.g{stroke:#e4e7ed;fill:none}.bar{stroke:#fff}\n"
          ".b{fill:#151a24;pointer-events:none}.held{fill:#b4bac6}.w{fill:none;stroke:#151a24;stroke-width:1.2}\n"
          ".line{fill:none;stroke:#2f6fc4;stroke-width:1.5;stroke-linejoin:round}.on{fill:#7fb2ea}.k{fill:#5a6272}.ev{"
          "fill:#151a24}\n"
          ".cut{fill:#d2452d}.tick{stroke:#d2452d;stroke-width:2}\n",
          out);
    put_colours(out, light_shades, 56);
    fputs("@media (prefers-color-scheme:dark){\n"
          "text{fill:#b9c0cd}.h,.n{fill:#f1f3f7}.t{fill:#8b94a5}\n"
          ".page{fill:#14171d}.lane{fill:#272d38;fill-opacity:.5}.g{stroke:#2a2f3a}.bar{stroke:#14171d}\n"
          ".b{fill:#f4f6fa}.held{fill:#565d6b}.w{stroke:#f1f3f7}\n"
          ".line{stroke:#6aa8f0}.on{fill:#2d5f9a}.k{fill:#a4acba}.ev{fill:#f1f3f7}.cut{fill:#ff7a61}.tick{stroke:#"
          "ff7a61}\n",
          out);
    put_colours(out, dark_shades, 46);
    fputs("}\n</style>\n", out);
}
