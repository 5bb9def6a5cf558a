/* Clips of a bank as a table, and as JSON. Invariant: what is printed is asked of the bank itself; only what the curves
   took before is asked of the model that it was made of. */
#include "bake.h"

#include <string.h>

enum { NAME_LEAST = 8, NAME_MOST = 28 };

static size_t curve_bytes(const sinew_curve *curve) {
    size_t each = curve->interpolation == SINEW_INTERPOLATION_CUBIC ? 3 : 1;
    return (size_t)curve->key_count * (1 + curve->width * each) * sizeof(float);
}

static size_t curves_bytes(const sinew_model *model, uint32_t clip) {
    uint32_t count;
    size_t bytes = 0;
    const sinew_curve *curves = sinew_model_clip_curves(model, clip, &count);
    for (uint32_t i = 0; i < count; ++i) bytes += curve_bytes(&curves[i]);
    return bytes;
}

static sinew_clip_fit fit_of(const sinew_model *model, uint32_t clip) {
    sinew_clip_fit fit = { 0 };
    sinew_model_clip_fit(model, clip, &fit);
    return fit;
}

size_t bank_clip_bytes(const sinew_model *model, uint32_t clip) {
    return fit_of(model, clip).bytes + curves_bytes(model, clip);
}

void add_bank_sums(bank_sums *sums, const sinew_model *model, const sinew_model *raw) {
    for (uint32_t i = 0; i < sinew_model_clip_count(model); ++i) {
        sums->bytes += bank_clip_bytes(model, i);
        if (raw) sums->raw += curves_bytes(raw, i);
        ++sums->clips;
    }
}

/* ---- for people ---- */

static int name_width(const sinew_model *model) {
    size_t width = NAME_LEAST;
    for (uint32_t i = 0; i < sinew_model_clip_count(model); ++i) {
        size_t length = strlen(sinew_model_clip_name(model, i));
        if (length > width) width = length;
    }
    return (int)(width < NAME_MOST ? width : NAME_MOST);
}

static void put_padded(FILE *out, const char *text, int width) {
    put_plain(out, text);
    int length = (int)strlen(text);
    fprintf(out, "%*s", length < width ? width - length : 0, "");
}

static void put_clip(FILE *out, const sinew_model *model, const sinew_model *raw, uint32_t clip, int width) {
    sinew_clip_fit fit = fit_of(model, clip);
    size_t bytes = bank_clip_bytes(model, clip), before = raw ? curves_bytes(raw, clip) : 0;
    fputs("  ", out);
    put_padded(out, sinew_model_clip_name(model, clip), width);
    fprintf(out, "  %9zu", bytes);
    if (raw) fprintf(out, "  %9zu  %5.1f", before, bytes ? (double)before / (double)bytes : 1.0);
    if (fit.tier == SINEW_TIER_EXACT) {
        fputs(bytes ? "  as its curves\n" : "  no joints\n", out);
        return;
    }
    fprintf(out, "  %6u  %9.4f  %9.4f  ", fit.keys, (double)fit.worst * 1e3, (double)fit.mean * 1e3);
    put_plain(out, sinew_skeleton_joint_name(sinew_model_skeleton(model), fit.joint));
    if (fit.exact_curves) {
        fputs(" (", out);
        put_count(out, fit.exact_curves, "curve as it is)", "curves as they are)");
    }
    fputc('\n', out);
}

void put_bank_clips(FILE *out, const sinew_model *model, const sinew_model *raw) {
    uint32_t count = sinew_model_clip_count(model);
    int width = name_width(model);
    if (!count) return;
    fprintf(out, "  %-*s  %9s%s  %6s  %9s  %9s  %s\n", width, "clip", "bytes", raw ? "     before  ratio" : "", "keys",
            "worst mm", "mean mm", "worst at");
    for (uint32_t i = 0; i < count; ++i) put_clip(out, model, raw, i, width);
}

/* ---- JSON ---- */

static void put_clip_json(FILE *out, const sinew_model *model, const sinew_model *raw, uint32_t clip) {
    static const char *const tiers[] = { "fast", "compact", "exact" };
    sinew_clip_fit fit = fit_of(model, clip);
    fputs("{\"name\":", out);
    put_json(out, sinew_model_clip_name(model, clip));
    fprintf(out, ",\"tier\":\"%s\",\"bytes\":%zu", tiers[fit.tier], bank_clip_bytes(model, clip));
    if (raw) fprintf(out, ",\"before\":%zu", curves_bytes(raw, clip));
    if (fit.tier != SINEW_TIER_EXACT) {
        fprintf(out, ",\"keys\":%u,\"exactCurves\":%u,\"worstMm\":", fit.keys, fit.exact_curves);
        put_double(out, (double)fit.worst * 1e3);
        fputs(",\"meanMm\":", out);
        put_double(out, (double)fit.mean * 1e3);
        fputs(",\"boundMm\":", out);
        put_double(out, (double)fit.bound * 1e3);
        fputs(",\"joint\":", out);
        put_json(out, sinew_skeleton_joint_name(sinew_model_skeleton(model), fit.joint));
    }
    fputc('}', out);
}

void put_bank_clips_json(FILE *out, const sinew_model *model, const sinew_model *raw) {
    fputc('[', out);
    for (uint32_t i = 0; i < sinew_model_clip_count(model); ++i) {
        if (i) fputs(",\n", out);
        put_clip_json(out, model, raw, i);
    }
    fputc(']', out);
}
