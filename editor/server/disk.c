/* Whole files. Invariant: a file that is written has all of the old bytes or all of the new ones, whenever the machine
   stops. */
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool same_time(const struct timespec *a, const struct timespec *b) {
    return a->tv_sec == b->tv_sec && a->tv_nsec == b->tv_nsec;
}

bool stamp_same(const stamp *a, const stamp *b) {
    if (!a->there || !b->there) return a->there == b->there;
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           same_time(&a->changed, &b->changed) && same_time(&a->made, &b->made);
}

stamp stamp_of(const project *p, uint32_t file) {
    stamp s = { .there = false };
    const project_file *f = project_at(p, file);
    const char *last = f ? f->path : "";
    struct stat info;
    int folder = !f ? -1 : f->outside ? AT_FDCWD : project_folder_of(p, f->path, &last);
    if (!f || (folder < 0 && !f->outside)) return s;
    bool got = fstatat(folder, last, &info, f->outside ? 0 : AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(info.st_mode);
    if (!f->outside) close(folder);
    if (!got) return s;
    return (stamp){ true, info.st_dev, info.st_ino, info.st_size, info.st_mtim, info.st_ctim };
}

static char *grown(char *text, size_t *capacity) {
    char *more = realloc(text, *capacity *= 2);
    if (!more) free(text);
    return more;
}

char *disk_read(int descriptor, size_t most, size_t *size) {
    struct stat info;
    if (fstat(descriptor, &info)) return NULL;
    if (info.st_size > (off_t)most) return errno = EFBIG, NULL;
    size_t capacity = (size_t)info.st_size + 2, used = 0;
    char *text = malloc(capacity);
    while (text) {
        if (used + 1 == capacity && !(text = grown(text, &capacity))) break;
        ssize_t got = read(descriptor, text + used, capacity - used - 1);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 || used > most) {
            int code = got < 0 ? errno : EFBIG;
            free(text);
            return errno = code, NULL;
        }
        if (got == 0) {
            text[used] = 0;
            *size = used;
            return text;
        }
        used += (size_t)got;
    }
    return errno = ENOMEM, NULL;
}

char *disk_read_file(const project *p, uint32_t file, size_t most, size_t *size) {
    int opened = project_read(p, file);
    if (opened < 0) return NULL;
    char *text = disk_read(opened, most, size);
    int code = errno;
    close(opened);
    errno = code;
    return text;
}

static bool write_all(int file, const char *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = write(file, bytes + done, size - done);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        done += (size_t)got;
    }
    return true;
}

/* Whose it is, where we may say so, and what may be done with it. */
static bool as_before(int file, mode_t mode, const struct stat *old) {
    if (old && fchown(file, old->st_uid, old->st_gid) != 0 && errno != EPERM) return false;
    return fchmod(file, mode) == 0;
}

/* A name that nothing has, for the time until it is whole. */
static int open_beside(int folder, const char *name, char *part, size_t size) {
    for (unsigned n = 0; n < 100; ++n) {
        int length = snprintf(part, size, ".%.200s.%ld-%u.part", name, (long)getpid(), n);
        if (length < 0 || (size_t)length >= size) return errno = ENAMETOOLONG, -1;
        int file = openat(folder, part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file >= 0 || errno != EEXIST) return file;
    }
    return -1;
}

/* EEXIST where there is one already: the name is given, not taken. */
static bool put_name(int folder, const char *part, const char *name, bool fresh) {
    if (!fresh) return renameat(folder, part, folder, name) == 0;
    return linkat(folder, part, folder, name, 0) == 0 && unlinkat(folder, part, 0) == 0;
}

static bool write_at(int folder, const char *name, const char *bytes, size_t size, mode_t mode, const struct stat *old,
                     bool fresh) {
    char part[300];
    int file = open_beside(folder, name, part, sizeof part);
    if (file < 0) return false;
    bool good = write_all(file, bytes, size) && as_before(file, mode, old) && fsync(file) == 0;
    int code = errno;
    if (close(file) && good) good = false, code = errno;
    if (good && !put_name(folder, part, name, fresh)) good = false, code = errno;
    if (good) fsync(folder); /* a folder that cannot be synced holds the file none the less */
    else unlinkat(folder, part, 0);
    errno = code;
    return good;
}

bool disk_write_at(int folder, const char *name, const char *bytes, size_t size, mode_t mode, bool fresh) {
    return write_at(folder, name, bytes, size, mode, NULL, fresh);
}

bool disk_write_file(const project *p, uint32_t file, const char *bytes, size_t size, bool fresh) {
    const project_file *f = project_at(p, file);
    const char *last;
    struct stat info;
    if (!f || f->outside) return errno = EACCES, false;
    int folder = project_folder_of(p, f->path, &last);
    if (folder < 0) return false;
    bool there = fstatat(folder, last, &info, AT_SYMLINK_NOFOLLOW) == 0, good = false;
    mode_t mask = umask(0);
    umask(mask);
    int code = 0;
    if (there && fresh) code = EEXIST;
    else if (there && !S_ISREG(info.st_mode)) code = S_ISLNK(info.st_mode) ? ELOOP : EISDIR;
    /* Renaming would get round it. */
    else if (there && faccessat(folder, last, W_OK, 0) != 0) code = errno;
    if (!code) {
        good = write_at(folder, last, bytes, size, there ? info.st_mode & 07777 : 0666 & ~mask, there ? &info : NULL,
                        fresh);
        code = errno;
    }
    close(folder);
    errno = code;
    return good;
}
