/* Writing a graph as a file of version 2: states by name, one transition a line, shortest numbers.
   Invariant: what is written reads back as a graph of the same hash; what the definition left out is left out. */
#include "io/animgraph.h"

#include "sinew/io.h"

#include <string.h>

typedef struct writer {
    snw_text text;
    const sinew_graph_desc *desc;
    int indent; /* in steps of two spaces */
    bool first; /* the next member needs no comma */
} writer;

/* ---- lines and members ---- */

static void add(writer *w, const char *text) { snw_text_add_z(&w->text, text); }

static void line(writer *w) {
    add(w, "\n");
    for (int i = 0; i < w->indent; ++i) add(w, "  ");
}

static void separate(writer *w) {
    if (!w->first) add(w, ",");
    w->first = false;
}

static void key(writer *w, const char *name) {
    separate(w);
    add(w, " ");
    snw_text_quote(&w->text, name);
    add(w, ": ");
}

static void key_line(writer *w, const char *name) {
    separate(w);
    line(w);
    snw_text_quote(&w->text, name);
    add(w, ": ");
}

/* An opening bracket whose children each have a line. */
static void open_lines(writer *w, const char *bracket) {
    add(w, bracket);
    w->indent++;
    w->first = true;
}

static void close_lines(writer *w, const char *bracket) {
    w->indent--;
    if (!w->first) line(w); /* else it is empty */
    add(w, bracket);
    w->first = false;
}

/* An object in one line. */
static void open_flat(writer *w) {
    add(w, "{");
    w->first = true;
}

static void close_flat(writer *w) {
    add(w, w->first ? "}" : " }");
    w->first = false;
}

static void item_line(writer *w) {
    separate(w);
    line(w);
}

static void text_field(writer *w, const char *name, const char *value) {
    if (!value) return;
    key(w, name);
    snw_text_quote(&w->text, value);
}

static void number_field(writer *w, const char *name, double value) {
    key(w, name);
    snw_text_number(&w->text, value);
}

static void opt_field(writer *w, const char *name, sinew_opt opt) {
    if (opt.set) number_field(w, name, opt.value);
}

static void true_field(writer *w, const char *name, bool value) {
    if (!value) return;
    key(w, name);
    add(w, "true");
}

/* Word 0 is the default and not written. */
static void word_field(writer *w, const char *name, const char *const *words, unsigned value) {
    if (value) text_field(w, name, words[value]);
}

static void write_reference(writer *w, const sinew_reference_desc *reference) {
    open_flat(w);
    text_field(w, "clip", reference->clip);
    number_field(w, "time", reference->time);
    close_flat(w);
}

/* ---- motions ---- */

static void write_motion(writer *w, const sinew_motion_desc *motion);

static void write_position(writer *w, sinew_motion_kind kind, const sinew_child_desc *child) {
    if (kind == SINEW_MOTION_BLEND_1D) number_field(w, "at", child->x);
    if (kind != SINEW_MOTION_BLEND_2D) return;
    key(w, "at");
    add(w, "[");
    snw_text_number(&w->text, child->x);
    add(w, ", ");
    snw_text_number(&w->text, child->y);
    add(w, "]");
}

/* One flat object; a blend inside has its motions on lines of their own. */
static void write_child(writer *w, const sinew_motion_desc *parent, const sinew_child_desc *child) {
    open_flat(w);
    if (child->motion.kind == SINEW_MOTION_CLIP) write_motion(w, &child->motion);
    write_position(w, parent->kind, child);
    if (parent->kind == SINEW_MOTION_DIRECT) text_field(w, "weight", child->weight);
    if (parent->kind != SINEW_MOTION_ADD) opt_field(w, "speed", child->speed);
    if (child->motion.kind != SINEW_MOTION_CLIP) write_motion(w, &child->motion);
    close_flat(w);
}

static void write_axes(writer *w, const sinew_motion_desc *motion) {
    static const char *const algorithms[] = { "delaunay", "gradient", "polar", "grid" };
    key(w, "parameters");
    add(w, "[");
    snw_text_quote(&w->text, motion->parameter);
    add(w, ", ");
    snw_text_quote(&w->text, motion->parameter_y);
    add(w, "]");
    word_field(w, "algorithm", algorithms, (unsigned)motion->algorithm);
    true_field(w, "normalizeAxes", motion->normalize_axes);
}

static void write_sync(writer *w, sinew_sync sync) {
    if (sync == SINEW_SYNC_RATE) return;
    key(w, "sync");
    add(w, sync == SINEW_SYNC_DURATION ? "\"duration\"" : "false");
}

static void write_blend(writer *w, const sinew_motion_desc *motion) {
    bool one = motion->kind == SINEW_MOTION_BLEND_1D, two = motion->kind == SINEW_MOTION_BLEND_2D;
    text_field(w, "blend", one ? "1d" : two ? "2d" : "direct");
    if (one) text_field(w, "parameter", motion->parameter);
    if (two) write_axes(w, motion);
    write_sync(w, motion->sync);
    key(w, "motions");
    open_lines(w, "[");
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        item_line(w);
        write_child(w, motion, &motion->children[i]);
    }
    close_lines(w, "]");
}

static void write_add(writer *w, const sinew_motion_desc *motion) {
    static const char *const sides[] = { "base", "delta" };
    key(w, "add");
    open_flat(w);
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        key(w, sides[i]);
        write_child(w, motion, &motion->children[i]);
    }
    if (motion->weight_parameter) text_field(w, "weight", motion->weight_parameter);
    else opt_field(w, "weight", motion->weight);
    if (motion->reference.clip) {
        key(w, "reference");
        write_reference(w, &motion->reference);
    }
    close_flat(w);
}

static void write_motion(writer *w, const sinew_motion_desc *motion) {
    if (motion->kind == SINEW_MOTION_EMPTY) true_field(w, "empty", true);
    else if (motion->kind == SINEW_MOTION_CLIP) text_field(w, "clip", motion->clip);
    else if (motion->kind == SINEW_MOTION_ADD) write_add(w, motion);
    else write_blend(w, motion);
}

/* ---- machines ---- */

static void write_machine(writer *w, const sinew_machine_desc *machine);

static void write_tags(writer *w, const sinew_state_desc *state) {
    if (!state->tag_count) return;
    key(w, "tags");
    add(w, "[");
    for (uint32_t i = 0; i < state->tag_count; ++i) {
        add(w, i ? ", " : "");
        snw_text_quote(&w->text, state->tags[i]);
    }
    add(w, "]");
}

static void write_playing(writer *w, const sinew_state_desc *state) {
    if (state->machine || state->motion.kind == SINEW_MOTION_EMPTY) return;
    opt_field(w, "speed", state->speed);
    text_field(w, "speedParameter", state->speed_parameter);
    if (state->loop == SINEW_LOOP_DEFAULT) return;
    key(w, "loop");
    add(w, state->loop == SINEW_LOOP_PINGPONG ? "\"pingpong\"" : state->loop == SINEW_LOOP_ON ? "true" : "false");
}

static void write_state(writer *w, const sinew_state_desc *state) {
    key_line(w, state->name);
    open_flat(w);
    bool simple = !state->machine && state->motion.kind <= SINEW_MOTION_CLIP;
    if (simple) write_motion(w, &state->motion);
    write_playing(w, state);
    opt_field(w, "stepped", state->stepped);
    write_tags(w, state);
    if (state->machine) {
        key(w, "machine");
        write_machine(w, state->machine);
    } else if (!simple) write_motion(w, &state->motion);
    close_flat(w);
}

static sinew_parameter_type type_of(const writer *w, const char *name) {
    uint32_t i = 0;
    while (!snw_name_equal(w->desc->parameters[i].name, name)) ++i; /* a checked graph has it */
    return w->desc->parameters[i].type;
}

static void write_condition(writer *w, const sinew_condition_desc *condition) {
    static const char *const tests[] = { "==", "!=", "<", "<=", ">", ">=" };
    sinew_parameter_type type = type_of(w, condition->parameter);
    separate(w);
    add(w, " ");
    open_flat(w);
    text_field(w, "parameter", condition->parameter);
    if (type != SINEW_PARAMETER_TRIGGER) {
        word_field(w, "test", tests, (unsigned)condition->test);
        if (condition->value.set && type == SINEW_PARAMETER_BOOL) {
            key(w, "value");
            add(w, condition->value.value != 0 ? "true" : "false");
        } else opt_field(w, "value", condition->value);
    }
    close_flat(w);
}

static void write_when(writer *w, const sinew_transition_desc *transition) {
    if (!transition->condition_count) return;
    key(w, "when");
    add(w, "[");
    w->first = true;
    for (uint32_t i = 0; i < transition->condition_count; ++i) write_condition(w, &transition->conditions[i]);
    add(w, " ]");
}

static void write_transition(writer *w, const sinew_transition_desc *transition) {
    static const char *const curves[] = { "linear", "smooth" };
    static const char *const interrupts[] = { "none", "source", "target", "both" };
    static const char *const holds[] = { "pose", "live", "inertial" };
    open_flat(w);
    text_field(w, "from", transition->from);
    text_field(w, "to", transition->to);
    write_when(w, transition);
    opt_field(w, "fade", transition->fade);
    opt_field(w, "exit", transition->exit);
    true_field(w, "exitEachLoop", transition->exit_each_loop);
    if (transition->offset_match) text_field(w, "offset", "match");
    else opt_field(w, "offset", transition->offset);
    word_field(w, "curve", curves, (unsigned)transition->curve);
    word_field(w, "interrupt", interrupts, (unsigned)transition->interrupt);
    word_field(w, "hold", holds, (unsigned)transition->hold);
    true_field(w, "resume", transition->resume);
    if (transition->priority) number_field(w, "priority", transition->priority);
    true_field(w, "self", transition->self);
    true_field(w, "disabled", transition->disabled);
    if (transition->events == SINEW_EVENTS_BOTH) text_field(w, "events", "both");
    close_flat(w);
}

static void write_machine(writer *w, const sinew_machine_desc *machine) {
    open_lines(w, "{");
    if (machine->entry) {
        key_line(w, "entry");
        snw_text_quote(&w->text, machine->entry);
    }
    key_line(w, "states");
    open_lines(w, "{");
    for (uint32_t i = 0; i < machine->state_count; ++i) write_state(w, &machine->states[i]);
    close_lines(w, "}");
    if (machine->transition_count) {
        key_line(w, "transitions");
        open_lines(w, "[");
        for (uint32_t i = 0; i < machine->transition_count; ++i) {
            item_line(w);
            write_transition(w, &machine->transitions[i]);
        }
        close_lines(w, "]");
    }
    close_lines(w, "}");
}

/* ---- the top ---- */

static void write_parameter(writer *w, const sinew_parameter_desc *parameter) {
    static const char *const types[] = { "float", "int", "bool", "trigger" };
    key_line(w, parameter->name);
    open_flat(w);
    text_field(w, "type", types[parameter->type]);
    bool truth = parameter->type == SINEW_PARAMETER_BOOL || parameter->type == SINEW_PARAMETER_TRIGGER;
    if (!truth || parameter->default_value != 0) key(w, "default");
    if (parameter->type == SINEW_PARAMETER_FLOAT) snw_text_number_float(&w->text, (float)parameter->default_value);
    else if (!truth) snw_text_number(&w->text, parameter->default_value);
    else if (parameter->default_value != 0) add(w, "true");
    opt_field(w, "min", parameter->min);
    opt_field(w, "max", parameter->max);
    if (parameter->type == SINEW_PARAMETER_TRIGGER) {
        if (parameter->no_latch) {
            key(w, "latch");
            add(w, "false");
        }
        opt_field(w, "expires", parameter->expires);
    }
    close_flat(w);
}

static void write_mask(writer *w, const sinew_mask_desc *mask) {
    open_flat(w);
    key(w, "bones");
    add(w, "[");
    for (uint32_t i = 0; i < mask->joint_count; ++i) {
        add(w, i ? ", " : "");
        if (!mask->joints[i].weight.set) {
            snw_text_quote(&w->text, mask->joints[i].name);
            continue;
        }
        open_flat(w);
        text_field(w, "name", mask->joints[i].name);
        opt_field(w, "weight", mask->joints[i].weight);
        close_flat(w);
    }
    add(w, "]");
    w->first = false;
    if (mask->no_children) {
        key(w, "children");
        add(w, "false");
    }
    close_flat(w);
}

static void write_masks(writer *w) {
    if (!w->desc->mask_count) return;
    key_line(w, "masks");
    open_lines(w, "{");
    for (uint32_t i = 0; i < w->desc->mask_count; ++i) {
        key_line(w, w->desc->masks[i].name);
        write_mask(w, &w->desc->masks[i]);
    }
    close_lines(w, "}");
}

static void write_mixes(writer *w) {
    if (!w->desc->mix_count) return;
    key_line(w, "mixes");
    open_lines(w, "[");
    for (uint32_t i = 0; i < w->desc->mix_count; ++i) {
        item_line(w);
        open_flat(w);
        text_field(w, "from", w->desc->mixes[i].from);
        text_field(w, "to", w->desc->mixes[i].to);
        number_field(w, "duration", w->desc->mixes[i].duration);
        close_flat(w);
    }
    close_lines(w, "]");
}

static void line_number(writer *w, const char *name, bool set, double value) {
    if (!set) return;
    key_line(w, name);
    snw_text_number(&w->text, value);
}

static void line_text(writer *w, const char *name, const char *value) {
    if (!value) return;
    key_line(w, name);
    snw_text_quote(&w->text, value);
}

static void line_true(writer *w, const char *name, bool value) {
    if (!value) return;
    key_line(w, name);
    add(w, "true");
}

static void write_layer(writer *w, const sinew_layer_desc *layer) {
    open_lines(w, "{");
    line_text(w, "name", layer->name);
    line_text(w, "blend", layer->blend == SINEW_BLEND_ADDITIVE ? "additive" : NULL);
    line_number(w, "weight", layer->weight.set, layer->weight.value);
    line_text(w, "weightParameter", layer->weight_parameter);
    line_text(w, "mask", layer->mask_name);
    if (layer->mask) {
        key_line(w, "mask");
        write_mask(w, layer->mask);
    }
    if (layer->reference.clip) {
        key_line(w, "reference");
        write_reference(w, &layer->reference);
    }
    line_number(w, "eventThreshold", layer->event_threshold != 0, layer->event_threshold);
    line_true(w, "rootMotion", layer->root_motion);
    key_line(w, "machine");
    write_machine(w, &layer->machine);
    close_lines(w, "}");
}

static void write_settings(writer *w) {
    const sinew_graph_desc *desc = w->desc;
    line_number(w, "defaultMix", desc->default_mix.set, desc->default_mix.value);
    line_number(w, "transitionsPerMoment", desc->transitions_per_moment != 0, desc->transitions_per_moment);
    line_text(w, "events", desc->events == SINEW_EVENTS_ALL ? "all" : NULL);
    line_true(w, "tellLoops", desc->tell_loops);
    line_number(w, "stepped", desc->stepped.set, desc->stepped.value);
}

static void write_graph(writer *w) {
    const sinew_graph_desc *desc = w->desc;
    open_lines(w, "{");
    line_number(w, "version", true, 2);
    line_text(w, "rig", desc->rig);
    key_line(w, "parameters");
    open_lines(w, "{");
    for (uint32_t i = 0; i < desc->parameter_count; ++i) write_parameter(w, &desc->parameters[i]);
    close_lines(w, "}");
    write_settings(w);
    write_mixes(w);
    write_masks(w);
    key_line(w, "layers");
    open_lines(w, "[");
    for (uint32_t i = 0; i < desc->layer_count; ++i) {
        item_line(w);
        write_layer(w, &desc->layers[i]);
    }
    close_lines(w, "]");
    close_lines(w, "}");
    add(w, "\n");
}

sinew_result snw_ag_give(snw_text *text, char **out, size_t *size) {
    char *exact = text->failed ? NULL : snw_allocate(&text->allocator, text->size + 1);
    if (exact) {
        if (text->size) memcpy(exact, text->data, text->size);
        *out = exact;
        *size = text->size;
    }
    snw_text_free(text);
    return exact ? SINEW_OK : SINEW_ERROR_MEMORY;
}

sinew_result sinew_io_write_graph(const sinew_graph *graph, const sinew_io_options *options, char **text,
                                  size_t *size) {
    size_t unused;
    if (text) *text = NULL;
    if (size) *size = 0;
    if (!graph || !text) return SINEW_ERROR_ARGUMENT;
    writer w = { .desc = sinew_graph_definition(graph) };
    snw_text_init(&w.text, options ? options->allocator : NULL);
    write_graph(&w);
    return snw_ag_give(&w.text, text, size ? size : &unused);
}
