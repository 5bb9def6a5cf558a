/* The C side of the protocol for the page's tests: without arguments writes one of each message of a game, a line each,
   as its name and its bytes in hexadecimal digits; with such bytes as an argument reads what a game would be told. The
   values are those that protocol.test.ts expects. */
#include "protocol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(const char *name, const uint8_t *bytes, size_t size) {
    printf("%s ", name);
    for (size_t i = 0; i < size; ++i) printf("%02x", bytes[i]);
    printf("\n");
}

/* Writes into room that is just large enough, and sees that one byte less is refused. */
#define SAMPLE(name, ...)                                                                                              \
    do {                                                                                                               \
        const snw_link_##name message = { __VA_ARGS__ };                                                               \
        size_t size = snw_link_write_##name(NULL, 0, 7, 0x01020304u, &message);                                        \
        uint8_t *bytes = malloc(size);                                                                                 \
        if (!bytes || snw_link_write_##name(bytes, size - 1, 7, 0x01020304u, &message) != 0) exit(1);                  \
        if (snw_link_write_##name(bytes, size, 7, 0x01020304u, &message) != size) exit(1);                             \
        print(#name, bytes, size);                                                                                     \
        free(bytes);                                                                                                   \
    } while (0)

static void write_all(void) {
    const snw_link_layer_name layers[] = { { .name = "Base" }, { .name = "\xc3\x96ver" } };
    const snw_link_state_place states[] = { { .layer = 1, .path = "Air/Fall" } };
    const snw_link_parameter_name parameters[] = { { .name = "speed", .type = 2, .value = 1.5f, .min = -1, .max = 4 } };
    const snw_link_transition_name transitions[] = { { 1, 0xFFFFFFFFu, 2, 3, 4 } };
    const snw_link_clip_name clips[] = { { .name = "walk", .length = 0.75f } };
    const snw_link_layer_now now[] = { { 5, 0.25f, 1, 6, 7, 0.5f, 0.125f, 8 } };
    const snw_link_sample_now samples[] = { { 1, 2, 0.5f, 0.75f }, { 0, 0xFFFFFFFEu, 0, 0.25f } };
    const float values[] = { 1.5f, -2.25f };
    const snw_link_joint_now joints[] = { { -32767, 32767, -1, 0, 1, -2, 0.5f } };
    const snw_link_joint_scale scales[] = { { 3, 2, -1, 0.5f } };
    const snw_link_signal signals[] = { { 1, 2, 3, 4, 0.0625f } };
    const snw_link_event events[] = { { 1, 2, 3, 4, 0.5f, 0.25f, "sound", NULL } };
    const snw_link_verdict verdicts[] = { { 9, 8, 7, 0.5f, 0.25f, 0.125f } };
    const uint16_t bones[] = { 1, 65535 };
    const uint32_t corners[] = { 0, 1, 70000 }, skin_joints[] = { 2, 1 };
    const snw_link_mesh meshes[] = { { .joint = 1,
                                       .skin = 0xFFFFFFFFu,
                                       .color = values,
                                       .color_count = 2,
                                       .positions = values,
                                       .positions_count = 2,
                                       .joints = bones,
                                       .joints_count = 2,
                                       .indices = corners,
                                       .indices_count = 3 } };
    const snw_link_skin skins[] = {
        { .joints = skin_joints, .joints_count = 2, .inverse_bind = values, .inverse_bind_count = 2 }
    };
    SAMPLE(instance, .name = "hero", .writable = 1);
    SAMPLE(graph, .hash_low = 0xDEADBEEFu, .hash_high = 1, .layers = layers, .layers_count = 2, .states = states,
           .states_count = 1, .parameters = parameters, .parameters_count = 1, .transitions = transitions,
           .transitions_count = 1, .clips = clips, .clips_count = 1, .joint_count = 67);
    SAMPLE(state, .time = 1e6 + 0.125, .dt = 0.0625f, .speed = 1, .paused = 1, .layers = now, .layers_count = 1,
           .samples = samples, .samples_count = 2, .parameters = values, .parameters_count = 2);
    SAMPLE(pose, .time = 2, .root_x = 1, .root_y = -1, .root_z = 0.5, .root_yaw = 0.25, .joints = joints,
           .joints_count = 1, .scales = scales, .scales_count = 1, .morphs = values, .morphs_count = 2);
    SAMPLE(happened, .time = 3, .signals = signals, .signals_count = 1, .events = events, .events_count = 1);
    SAMPLE(why, .time = 4, .verdicts = verdicts, .verdicts_count = 1);
    SAMPLE(meshes, .meshes = meshes, .meshes_count = 1, .skins = skins, .skins_count = 1);
}

static size_t from_hex(const char *text, uint8_t *bytes, size_t capacity) {
    size_t size = strlen(text) / 2;
    for (size_t i = 0; i < size && i < capacity; ++i) {
        unsigned value = 0;
        if (sscanf(text + 2 * i, "%2x", &value) != 1) return 0;
        bytes[i] = (uint8_t)value;
    }
    return size <= capacity ? size : 0;
}

static int read_one(const char *text) {
    uint8_t bytes[256];
    size_t size = from_hex(text, bytes, sizeof bytes);
    snw_link_head head;
    if (!snw_link_read_head(bytes, size, &head)) return 1;
    printf("%u ", head.source);
    snw_link_set set;
    snw_link_fire fire;
    snw_link_travel travel;
    snw_link_speed speed;
    snw_link_pause pause;
    snw_link_step step;
    snw_link_weight weight;
    snw_link_restart restart;
    snw_link_solo solo;
    if (head.kind == SNW_LINK_SET && snw_link_read_set(bytes, size, &set))
        printf("set %" PRIu32 " %g\n", set.parameter, (double)set.value);
    else if (head.kind == SNW_LINK_FIRE && snw_link_read_fire(bytes, size, &fire))
        printf("fire %" PRIu32 "\n", fire.parameter);
    else if (head.kind == SNW_LINK_TRAVEL && snw_link_read_travel(bytes, size, &travel))
        printf("travel %u %" PRIu32 "\n", travel.layer, travel.state);
    else if (head.kind == SNW_LINK_SPEED && snw_link_read_speed(bytes, size, &speed))
        printf("speed %g\n", (double)speed.speed);
    else if (head.kind == SNW_LINK_PAUSE && snw_link_read_pause(bytes, size, &pause))
        printf("pause %u\n", pause.paused);
    else if (head.kind == SNW_LINK_STEP && snw_link_read_step(bytes, size, &step))
        printf("step %" PRIu32 " %.17g\n", step.count, step.fps);
    else if (head.kind == SNW_LINK_WEIGHT && snw_link_read_weight(bytes, size, &weight))
        printf("weight %u %g\n", weight.layer, (double)weight.weight);
    else if (head.kind == SNW_LINK_RESTART && snw_link_read_restart(bytes, size, &restart)) printf("restart\n");
    else if (head.kind == SNW_LINK_SOLO && snw_link_read_solo(bytes, size, &solo)) printf("solo %u\n", solo.layer);
    else printf("refused\n");
    return 0;
}

int main(int argc, char **argv) {
    if (argc > 1) return read_one(argv[1]);
    write_all();
    return 0;
}
