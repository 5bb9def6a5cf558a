/* sinew/jobs.h: who does work that can be shared: making models, updating crowds. */
#ifndef SINEW_JOBS_H
#define SINEW_JOBS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game's own job system. `run` calls job(data, index, worker) once for each index below `count`, in any order, on any
   threads, and returns when all of them are done; `worker` is below `workers`, and no two calls with one worker run at
   the same time. Zeroed: everything on the thread that calls. */
typedef struct sinew_jobs {
    void (*run)(void *user, uint32_t count, void (*job)(void *data, uint32_t index, uint32_t worker), void *data);
    void *user;
    uint32_t workers;
} sinew_jobs;

typedef struct sinew_pool sinew_pool;

/* `threads` that work, the one that calls among them: 1 to 64. They sleep between two calls. allocator: copied; NULL:
   malloc. Owns: the caller; end it with sinew_pool_destroy, after what uses it. Errors: NULL when memory or threads run
   out, where `threads` is out of range, and where the C library has no threads. */
SINEW_API sinew_pool *sinew_pool_create(uint32_t threads, const sinew_allocator *allocator);
/* NULL is fine. */
SINEW_API void sinew_pool_destroy(sinew_pool *pool);
/* To be put into a desc; one call at a time may work with it. NULL: the calling thread alone. */
SINEW_API sinew_jobs sinew_pool_jobs(sinew_pool *pool);

#ifdef __cplusplus
}
#endif
#endif
