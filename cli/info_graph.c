/* What is in a graph, for people or as JSON. */
#include "info.h"

#include <string.h>

static const char *const type_names[] = { "float", "int", "bool", "trigger" };
static const char *const algorithm_names[] = { "delaunay", "gradient", "polar", "grid" };

typedef struct counts {
    uint32_t states, transitions;
} counts;

static counts count_machine(const sinew_machine_desc *machine) {
    counts sum = { machine->state_count, machine->transition_count };
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        if (!machine->states[i].machine) continue;
        counts inner = count_machine(machine->states[i].machine);
        sum.states += inner.states;
        sum.transitions += inner.transitions;
    }
    return sum;
}

/* ---- what a state plays, in a few words ---- */

static void put_motion(FILE *out, const sinew_motion_desc *motion);

static void put_children(FILE *out, const sinew_motion_desc *motion) {
    for (uint32_t i = 0; i < motion->child_count; ++i) {
        const sinew_child_desc *child = &motion->children[i];
        bool leaf = child->motion.kind == SINEW_MOTION_CLIP;
        fputs(i ? ", " : "", out);
        fputs(leaf ? "" : "(", out);
        put_motion(out, &child->motion);
        fputs(leaf ? "" : ")", out);
        if (motion->kind == SINEW_MOTION_BLEND_1D) fprintf(out, " at %g", child->x);
        if (motion->kind == SINEW_MOTION_BLEND_2D) fprintf(out, " at %g, %g", child->x, child->y);
        if (motion->kind == SINEW_MOTION_DIRECT && child->weight) fprintf(out, " by %s", child->weight);
    }
}

static void put_motion(FILE *out, const sinew_motion_desc *motion) {
    switch (motion->kind) {
    case SINEW_MOTION_EMPTY: fputs("nothing", out); return;
    case SINEW_MOTION_CLIP: put_plain(out, motion->clip ? motion->clip : ""); return;
    case SINEW_MOTION_BLEND_1D: fprintf(out, "1D by %s: ", motion->parameter); break;
    case SINEW_MOTION_BLEND_2D:
        fprintf(out, "2D %s by %s, %s: ", algorithm_names[motion->algorithm], motion->parameter, motion->parameter_y);
        break;
    case SINEW_MOTION_DIRECT: fputs("direct: ", out); break;
    case SINEW_MOTION_ADD: fputs("add: ", out); break;
    }
    put_children(out, motion);
}

/* ---- for people ---- */

static void print_machine(const sinew_machine_desc *machine, int indent) {
    const char *entry = machine->entry ? machine->entry : machine->state_count ? machine->states[0].name : "";
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        const sinew_state_desc *state = &machine->states[i];
        printf("%*s%s ", indent, "", strcmp(state->name, entry) == 0 ? ">" : "-");
        put_plain(stdout, state->name);
        if (state->machine) {
            fputs("  (a machine)\n", stdout);
            print_machine(state->machine, indent + 4);
            continue;
        }
        fputs("  plays ", stdout);
        put_motion(stdout, &state->motion);
        if (state->loop == SINEW_LOOP_OFF) fputs(", once", stdout);
        if (state->loop == SINEW_LOOP_PINGPONG) fputs(", to and fro", stdout);
        if (state->speed.set) printf(", speed %g", state->speed.value);
        if (state->speed_parameter) printf(", speed by %s", state->speed_parameter);
        fputc('\n', stdout);
    }
}

static void print_parameters(const sinew_graph_desc *graph) {
    if (graph->parameter_count) puts("\nParameters");
    for (uint32_t i = 0; i < graph->parameter_count; ++i) {
        const sinew_parameter_desc *p = &graph->parameters[i];
        fputs("  ", stdout);
        put_plain(stdout, p->name);
        int width = (int)strlen(p->name);
        printf("%*s %-8s", width < 20 ? 20 - width : 0, "", type_names[p->type]);
        if (p->type == SINEW_PARAMETER_TRIGGER) {
            fputs(p->no_latch ? "for one advance" : "until it is used", stdout);
            if (p->expires.set) printf(", %g s at most", p->expires.value);
        } else if (p->type == SINEW_PARAMETER_BOOL) {
            fputs(p->default_value != 0 ? "true" : "false", stdout);
        } else {
            printf("%g", p->default_value);
            if (p->min.set && p->max.set) printf(", from %g to %g", p->min.value, p->max.value);
        }
        fputc('\n', stdout);
    }
}

static void print_layers(const sinew_graph_desc *graph) {
    for (uint32_t i = 0; i < graph->layer_count; ++i) {
        const sinew_layer_desc *layer = &graph->layers[i];
        counts sum = count_machine(&layer->machine);
        printf("\nLayer %u, ", i);
        put_plain(stdout, layer->name ? layer->name : "");
        fputs(": ", stdout);
        put_count(stdout, sum.states, "state", "states");
        fputs(", ", stdout);
        put_count(stdout, sum.transitions, "transition", "transitions");
        if (layer->blend == SINEW_BLEND_ADDITIVE) fputs(", additive", stdout);
        if (layer->weight_parameter) printf(", weight by %s", layer->weight_parameter);
        else if (layer->weight.set) printf(", weight %g", layer->weight.value);
        if (layer->mask_name) printf(", mask %s", layer->mask_name);
        else if (layer->mask) fputs(", a mask of its own", stdout);
        fputc('\n', stdout);
        print_machine(&layer->machine, 2);
    }
}

static void print_graph(const subject *with, const char *file) {
    const sinew_graph_desc *graph = sinew_graph_definition(with->graph);
    put_plain(stdout, file);
    fputs(": a graph with ", stdout);
    put_count(stdout, graph->parameter_count, "parameter", "parameters");
    fputs(" and ", stdout);
    put_count(stdout, graph->layer_count, "layer\n", "layers\n");
    print_parameters(graph);
    print_layers(graph);
    printf("\nHash %016llx, %llu bytes in memory\n", (unsigned long long)sinew_graph_hash(with->graph),
           (unsigned long long)sinew_graph_bytes(with->graph));
    if (!with->binding) return;
    printf("Bound to %s: binding %llu bytes, a player %llu (%llu of them state), a step %llu, %u samples at most\n",
           with->rig_file  ? with->rig_file
           : with->assumed ? "clips taken as being there"
                           : "the clips given",
           (unsigned long long)sinew_binding_bytes(with->binding),
           (unsigned long long)sinew_binding_player_size(with->binding),
           (unsigned long long)sinew_binding_state_size(with->binding),
           (unsigned long long)sinew_binding_step_size(with->binding), sinew_binding_max_samples(with->binding));
}

/* ---- JSON ---- */

static void json_parameters(const sinew_graph_desc *graph) {
    fputs("\"parameters\":[", stdout);
    for (uint32_t i = 0; i < graph->parameter_count; ++i) {
        const sinew_parameter_desc *p = &graph->parameters[i];
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, p->name);
        printf(",\"type\":\"%s\",\"default\":", type_names[p->type]);
        if (p->type == SINEW_PARAMETER_BOOL || p->type == SINEW_PARAMETER_TRIGGER)
            fputs(p->default_value != 0 ? "true" : "false", stdout);
        else put_double(stdout, p->default_value);
        fputc('}', stdout);
    }
    fputs("],\n", stdout);
}

static void json_clips(const sinew_motion_desc *motion, bool *first) {
    if (motion->kind == SINEW_MOTION_CLIP) {
        fputs(*first ? "" : ",", stdout);
        put_json(stdout, motion->clip);
        *first = false;
    }
    for (uint32_t i = 0; i < motion->child_count; ++i) json_clips(&motion->children[i].motion, first);
}

static void json_machine(const sinew_machine_desc *machine) {
    static const char *const kinds[] = { "empty", "clip", "1d", "2d", "direct", "add" };
    fputs("{\"entry\":", stdout);
    put_json(stdout, machine->entry ? machine->entry : machine->state_count ? machine->states[0].name : NULL);
    printf(",\"transitions\":%u,\"states\":[", machine->transition_count);
    for (uint32_t i = 0; i < machine->state_count; ++i) {
        const sinew_state_desc *state = &machine->states[i];
        bool first = true;
        fputs(i ? ",{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, state->name);
        if (state->machine) {
            fputs(",\"machine\":", stdout);
            json_machine(state->machine);
        } else {
            printf(",\"plays\":\"%s\",\"clips\":[", kinds[state->motion.kind]);
            json_clips(&state->motion, &first);
            fputc(']', stdout);
        }
        fputc('}', stdout);
    }
    fputs("]}", stdout);
}

static void json_graph(const subject *with) {
    const sinew_graph_desc *graph = sinew_graph_definition(with->graph);
    fputs("{\"kind\":\"graph\",\n", stdout);
    json_parameters(graph);
    fputs("\"layers\":[", stdout);
    for (uint32_t i = 0; i < graph->layer_count; ++i) {
        const sinew_layer_desc *layer = &graph->layers[i];
        fputs(i ? ",\n{\"name\":" : "{\"name\":", stdout);
        put_json(stdout, layer->name);
        printf(",\"blend\":\"%s\",\"machine\":", layer->blend == SINEW_BLEND_ADDITIVE ? "additive" : "replace");
        json_machine(&layer->machine);
        fputc('}', stdout);
    }
    printf("],\n\"hash\":\"%016llx\",\"bytes\":%llu", (unsigned long long)sinew_graph_hash(with->graph),
           (unsigned long long)sinew_graph_bytes(with->graph));
    if (with->binding)
        printf(",\n\"binding\":{\"bytes\":%llu,\"player\":%llu,\"state\":%llu,\"step\":%llu,\"samples\":%u}",
               (unsigned long long)sinew_binding_bytes(with->binding),
               (unsigned long long)sinew_binding_player_size(with->binding),
               (unsigned long long)sinew_binding_state_size(with->binding),
               (unsigned long long)sinew_binding_step_size(with->binding), sinew_binding_max_samples(with->binding));
    fputs("}\n", stdout);
}

int info_graph(const char *file, const info_options *options) {
    subject with;
    subject_desc desc = { .graph_file = file, .rig = options->rig, .clips = options->clips, .assume = true };
    int status = subject_load(&with, &desc);
    say_log(&with.log);
    if (status == STATUS_DONE && options->json) json_graph(&with);
    else if (status == STATUS_DONE) print_graph(&with, file);
    subject_free(&with);
    return status;
}
