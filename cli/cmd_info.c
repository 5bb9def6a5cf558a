/* sinew info: what is in a file. The kinds are in info_model.c, info_graph.c and info_bank.c. */
#include "info.h"

int cmd_info(int argc, char **argv) {
    info_options o = { 0 };
    const arg_option options[] = {
        { "--rig", ARG_TEXT, &o.rig, "MODEL", "the model to size a graph with; left out: the one that it names", 0, 0 },
        { "--clips", ARG_TEXT, &o.clips, "LIST", "clips in place of a model, such as idle:1.0,jump:0.6:once", 0, 0 },
        { "--json", ARG_FLAG, &o.json, NULL, "as JSON, for programs", 0, 0 },
    };
    const arg_spec spec = { "info",
                            "FILE [--rig MODEL | --clips LIST] [--json]",
                            "A model (.glb, .gltf): its joints as a tree, clips with root motion, events\n"
                            "and properties, skins, morph targets and meshes.\n"
                            "A graph (.animgraph): its parameters, layers, states with what they play, and sizes.\n"
                            "A bank (.bank): its models with their clips as they were baked, and its graphs; with\n"
                            "\"#NAME\" after it the model or graph of that name.",
                            options,
                            sizeof options / sizeof options[0],
                            "a graph, a model or a bank",
                            1,
                            1,
                            "  sinew info hero.glb\n  sinew info hero.animgraph --json" };
    int count = 0, status = args_read(&spec, argc, argv, &count);
    if (status >= 0) return status;
    if (o.rig && o.clips) return fail_usage("info", "give --rig or --clips, not both");
    if (is_bank(argv[0])) return info_bank(argv[0], &o);
    if (!is_model(argv[0])) return info_graph(argv[0], &o);
    if (o.rig || o.clips) return fail_usage("info", "\"%s\" is a model; --rig and --clips are for graphs", argv[0]);
    return info_model(argv[0], &o);
}
