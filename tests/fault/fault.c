/* The allocator of fault.h: malloc with the size kept in front. */
#include "fault/fault.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { HEAD = 16 }; /* keeps the alignment that allocators promise */

static void *fault_allocate(void *user, size_t size) {
    fault *f = user;
    f->calls++;
    if (f->fail_at && (f->alone ? f->calls == f->fail_at : f->calls >= f->fail_at)) return NULL;
    size_t *block = malloc(HEAD + size);
    if (!block) return NULL;
    block[0] = size;
    f->live_blocks++;
    f->live_bytes += size;
    if (f->live_bytes > f->peak_bytes) f->peak_bytes = f->live_bytes;
    return (char *)block + HEAD;
}

static void fault_release(void *user, void *memory, size_t size) {
    fault *f = user;
    if (!memory) return;
    size_t *block = (size_t *)(void *)((char *)memory - HEAD);
    if (block[0] != size) f->wrong_sizes++;
    f->live_blocks--;
    f->live_bytes -= block[0];
    free(block);
}

void fault_init(fault *f, size_t fail_at) {
    *f = (fault){ .fail_at = fail_at };
    f->allocator = (sinew_allocator){ fault_allocate, fault_release, f };
}

static size_t sweep(bool (*once)(fault *f, void *user), void *user, size_t most, bool alone) {
    for (size_t n = 1; n <= most; ++n) {
        fault f;
        fault_init(&f, n);
        f.alone = alone;
        bool done = once(&f, user);
        assert_int_equal(f.live_blocks, 0);
        assert_int_equal(f.live_bytes, 0);
        assert_int_equal(f.wrong_sizes, 0);
        if (f.calls < n) {
            assert_true(done);
            return n - 1;
        }
        assert_false(done);
    }
    fail_msg("%zu failures were not enough to come through", most);
    return 0;
}

size_t fault_sweep(bool (*once)(fault *f, void *user), void *user, size_t most) {
    return sweep(once, user, most, false);
}

size_t fault_sweep_alone(bool (*once)(fault *f, void *user), void *user, size_t most) {
    return sweep(once, user, most, true);
}
