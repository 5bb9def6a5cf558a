/* What sinew bench prints, and reads again to compare. */
#ifndef CLI_BENCH_REPORT_H
#define CLI_BENCH_REPORT_H

#include "cli.h"

#include "bench/bench.h"

#include <stdio.h>

/* What Linux says of the first processor; elsewhere nothing is known. */
typedef struct bench_machine {
    char processor[128];
    double mhz; /* 0: not known */
} bench_machine;
bench_machine read_machine(void);

/* model NULL: the benchmark's own figure. */
void put_report(FILE *out, const bench_machine *machine, const char *model, const bench_report *report);
void put_report_json(FILE *out, const bench_machine *machine, const char *model, const bench_report *report);
bool bench_row_valid(const bench_row *row);

/* ---- an earlier report, to compare with ---- */

typedef struct bench_earlier bench_earlier;

/* NULL after a message. */
bench_earlier *bench_earlier_read(const char *file);
void bench_earlier_free(bench_earlier *earlier);
/* Each row beside that of an earlier report, both scaled by their own run's product. */
void put_comparison(FILE *out, const bench_earlier *earlier, const bench_report *report);

#endif
