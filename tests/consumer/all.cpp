// Every public header in one C++ program that calls into both libraries.
#include <cstdio>
#include <cstring>

#include <sinew/io.h>

int main() {
    sinew_log log = {};
    sinew_graph *graph = nullptr;
    const char text[] = "{ \"version\": 2, \"layers\": [ { \"name\": \"A\", \"machine\": { \"states\": { \"S\": { \"clip\": \"c\" } } } } ] }";
    if (sinew_io_parse_graph(text, std::strlen(text), "text", nullptr, &graph, &log)) {
        sinew_io_print_log(&log, stderr);
        return 1;
    }
    std::printf("%u layers\n", static_cast<unsigned>(sinew_graph_definition(graph)->layer_count));
    sinew_graph_destroy(graph);
    sinew_log_free(&log);
    return 0;
}
