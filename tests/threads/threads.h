/* C11's threads over POSIX threads, put before the system's header where races are looked for: the sanitizer knows the
   latter and not the former. Only what src/crowd/pool.c uses. */
#ifndef TESTS_THREADS_H
#define TESTS_THREADS_H

#include <pthread.h>
#include <stdint.h>

typedef pthread_mutex_t mtx_t;
typedef pthread_cond_t cnd_t;
typedef struct thrd {
    pthread_t thread;
    int (*start)(void *user);
    void *user;
} thrd_t;

enum { mtx_plain };
enum { thrd_success, thrd_error };

static inline int mtx_init(mtx_t *lock, int kind) {
    (void)kind;
    return pthread_mutex_init(lock, NULL) ? thrd_error : thrd_success;
}
static inline int mtx_lock(mtx_t *lock) { return pthread_mutex_lock(lock) ? thrd_error : thrd_success; }
static inline int mtx_unlock(mtx_t *lock) { return pthread_mutex_unlock(lock) ? thrd_error : thrd_success; }
static inline void mtx_destroy(mtx_t *lock) { pthread_mutex_destroy(lock); }

static inline int cnd_init(cnd_t *cond) { return pthread_cond_init(cond, NULL) ? thrd_error : thrd_success; }
static inline int cnd_wait(cnd_t *cond, mtx_t *lock) {
    return pthread_cond_wait(cond, lock) ? thrd_error : thrd_success;
}
static inline int cnd_signal(cnd_t *cond) { return pthread_cond_signal(cond) ? thrd_error : thrd_success; }
static inline int cnd_broadcast(cnd_t *cond) { return pthread_cond_broadcast(cond) ? thrd_error : thrd_success; }
static inline void cnd_destroy(cnd_t *cond) { pthread_cond_destroy(cond); }

static inline void *thrd_begin(void *user) {
    thrd_t *t = (thrd_t *)user;
    return (void *)(intptr_t)t->start(t->user);
}
/* `thread` stays where it is until it has been joined. */
static inline int thrd_create(thrd_t *thread, int (*start)(void *user), void *user) {
    thread->start = start;
    thread->user = user;
    return pthread_create(&thread->thread, NULL, thrd_begin, thread) ? thrd_error : thrd_success;
}
static inline int thrd_join(thrd_t thread, int *result) {
    void *ended = NULL;
    if (pthread_join(thread.thread, &ended)) return thrd_error;
    if (result) *result = (int)(intptr_t)ended;
    return thrd_success;
}

#endif
