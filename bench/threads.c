/* The same work on several threads at once. Invariant: all copies start a round together, each on a processor of its
   own where the system lets us say so; a round's time is that of the slowest. */
#define _GNU_SOURCE
#include "bench.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint32_t round; /* that may begin */
    uint32_t done;  /* workers that have ended it */
    bool over;
} gate;

typedef struct worker {
    pthread_t thread;
    gate *gate;
    void (*body)(void *user, uint32_t round);
    void *user;
    uint32_t processor;
} worker;

static void pin(uint32_t processor) {
#ifdef __linux__
    cpu_set_t allowed, one;
    if (sched_getaffinity(0, sizeof allowed, &allowed)) return;
    for (size_t i = 0; i < CPU_SETSIZE; ++i) {
        if (!CPU_ISSET(i, &allowed) || processor-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(i, &one);
        (void)pthread_setaffinity_np(pthread_self(), sizeof one, &one);
        return;
    }
#else
    (void)processor;
#endif
}

/* False where there is no more to do. */
static bool wait_for(gate *g, uint32_t round) {
    pthread_mutex_lock(&g->lock);
    while (!g->over && g->round < round) pthread_cond_wait(&g->changed, &g->lock);
    bool goes = !g->over;
    pthread_mutex_unlock(&g->lock);
    return goes;
}

static void *work(void *user) {
    worker *w = user;
    pin(w->processor);
    w->body(w->user, 0);
    for (uint32_t round = 0; wait_for(w->gate, round + 1); ++round) {
        if (round > 0) w->body(w->user, round);
        pthread_mutex_lock(&w->gate->lock);
        ++w->gate->done;
        pthread_cond_broadcast(&w->gate->changed);
        pthread_mutex_unlock(&w->gate->lock);
    }
    return NULL;
}

/* Lets all do the next round and waits until they have. */
static double play_round(gate *g, uint32_t threads) {
    pthread_mutex_lock(&g->lock);
    g->done = 0;
    ++g->round;
    double from = bench_now();
    pthread_cond_broadcast(&g->changed);
    while (g->done < threads) pthread_cond_wait(&g->changed, &g->lock);
    double took = bench_now() - from;
    pthread_mutex_unlock(&g->lock);
    return took;
}

static void end(gate *g, worker *workers, uint32_t begun) {
    pthread_mutex_lock(&g->lock);
    g->over = true;
    pthread_cond_broadcast(&g->changed);
    pthread_mutex_unlock(&g->lock);
    for (uint32_t i = 0; i < begun; ++i) pthread_join(workers[i].thread, NULL);
}

/* The first round, in which nothing is done, waits until every thread is there and warm. */
static bool measure(gate *g, worker *workers, uint32_t threads, double seconds, double *times, uint32_t *count) {
    uint32_t begun = 0;
    while (begun < threads && !pthread_create(&workers[begun].thread, NULL, work, &workers[begun])) ++begun;
    bool ok = begun == threads;
    if (ok) play_round(g, threads);
    for (double start = bench_now(); ok && (*count < 5 || (*count < BENCH_ROUNDS && bench_now() - start < seconds));)
        times[(*count)++] = play_round(g, threads);
    end(g, workers, begun);
    return ok;
}

bool bench_together(double seconds, uint32_t threads, void (*body)(void *user, uint32_t round), void *const *users,
                    double *least, double *median) {
    gate g = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, false };
    worker *workers = calloc(threads, sizeof *workers);
    double *times = calloc(BENCH_ROUNDS, sizeof *times);
    uint32_t count = 0;
    bool ok = workers && times;
    for (uint32_t i = 0; ok && i < threads; ++i)
        workers[i] = (worker){ .gate = &g, .body = body, .user = users[i], .processor = i };
    ok = ok && measure(&g, workers, threads, seconds, times, &count);
    if (ok) bench_order(times, count, least, median);
    free(workers);
    free(times);
    return ok;
}
