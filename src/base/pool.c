/* A small pool of threads. Invariant: between two runs every thread of it waits; during one, `next` hands out each
   index once. Uses C11 threads; where the C library has none, there is no pool. */
#include "base/base.h"
#include "sinew/jobs.h"

enum { MOST_THREADS = 64 };

#ifndef __STDC_NO_THREADS__

#include <stdatomic.h>
#include <threads.h>

typedef struct helper {
    sinew_pool *pool;
    uint32_t worker;
    thrd_t thread;
} helper;

struct sinew_pool {
    sinew_allocator allocator;
    mtx_t lock;
    cnd_t begun, ended;
    uint64_t round;   /* of the run */
    uint32_t working; /* helpers that have not ended it */
    uint32_t threads;
    uint32_t started;
    bool over;
    void (*job)(void *data, uint32_t index, uint32_t worker);
    void *data;
    uint32_t count;
    atomic_uint next;
    helper helpers[MOST_THREADS];
};

static void take_all(sinew_pool *pool, uint32_t worker) {
    for (;;) {
        uint32_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->count) return;
        pool->job(pool->data, index, worker);
    }
}

static int help(void *user) {
    helper *h = user;
    sinew_pool *pool = h->pool;
    uint64_t seen = 0;
    mtx_lock(&pool->lock);
    for (;;) {
        while (!pool->over && pool->round == seen) cnd_wait(&pool->begun, &pool->lock);
        if (pool->over) break;
        seen = pool->round;
        mtx_unlock(&pool->lock);
        take_all(pool, h->worker);
        mtx_lock(&pool->lock);
        if (--pool->working == 0) cnd_signal(&pool->ended);
    }
    mtx_unlock(&pool->lock);
    return 0;
}

static void run(void *user, uint32_t count, void (*job)(void *data, uint32_t index, uint32_t worker), void *data) {
    sinew_pool *pool = user;
    mtx_lock(&pool->lock);
    pool->job = job;
    pool->data = data;
    pool->count = count;
    atomic_store_explicit(&pool->next, 0, memory_order_relaxed);
    pool->working = pool->started;
    ++pool->round;
    cnd_broadcast(&pool->begun);
    mtx_unlock(&pool->lock);
    take_all(pool, 0);
    mtx_lock(&pool->lock);
    while (pool->working > 0) cnd_wait(&pool->ended, &pool->lock);
    mtx_unlock(&pool->lock);
}

static void stop(sinew_pool *pool) {
    mtx_lock(&pool->lock);
    pool->over = true;
    cnd_broadcast(&pool->begun);
    mtx_unlock(&pool->lock);
    for (uint32_t i = 0; i < pool->started; ++i) thrd_join(pool->helpers[i].thread, NULL);
    cnd_destroy(&pool->ended);
    cnd_destroy(&pool->begun);
    mtx_destroy(&pool->lock);
}

static bool start(sinew_pool *pool) {
    if (mtx_init(&pool->lock, mtx_plain) != thrd_success) return false;
    if (cnd_init(&pool->begun) != thrd_success) {
        mtx_destroy(&pool->lock);
        return false;
    }
    if (cnd_init(&pool->ended) != thrd_success) {
        cnd_destroy(&pool->begun);
        mtx_destroy(&pool->lock);
        return false;
    }
    for (uint32_t i = 0; i + 1 < pool->threads; ++i) {
        pool->helpers[i] = (helper){ .pool = pool, .worker = i + 1 };
        if (thrd_create(&pool->helpers[i].thread, help, &pool->helpers[i]) != thrd_success) {
            stop(pool);
            return false;
        }
        ++pool->started;
    }
    return true;
}

sinew_pool *sinew_pool_create(uint32_t threads, const sinew_allocator *allocator) {
    if (!threads || threads > MOST_THREADS) return NULL;
    sinew_allocator own = snw_allocator_of(allocator);
    sinew_pool *pool = snw_allocate(&own, sizeof *pool);
    if (!pool) return NULL;
    pool->allocator = own;
    pool->threads = threads;
    if (start(pool)) return pool;
    snw_release(&own, pool, sizeof *pool);
    return NULL;
}

void sinew_pool_destroy(sinew_pool *pool) {
    if (!pool) return;
    stop(pool);
    sinew_allocator own = pool->allocator;
    snw_release(&own, pool, sizeof *pool);
}

sinew_jobs sinew_pool_jobs(sinew_pool *pool) {
    return pool ? (sinew_jobs){ run, pool, pool->threads } : (sinew_jobs){ NULL, NULL, 0 };
}

#else

sinew_pool *sinew_pool_create(uint32_t threads, const sinew_allocator *allocator) {
    (void)threads;
    (void)allocator;
    return NULL;
}

void sinew_pool_destroy(sinew_pool *pool) { (void)pool; }

sinew_jobs sinew_pool_jobs(sinew_pool *pool) {
    (void)pool;
    return (sinew_jobs){ NULL, NULL, 0 };
}

#endif
