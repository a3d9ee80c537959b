/* Intercepts the system calls of a writer (LD_PRELOAD): records its disk operations, and makes some of them fail.
 *
 * CRASH_ROOT        the folder whose files are observed
 * CRASH_JOURNAL     the file for the records; without it nothing is recorded
 * CRASH_FAIL_SYNC   the number of the one flush that fails with EIO, counted from 1
 * CRASH_FULL_AFTER  the capacity of the disk in bytes: the write that exceeds it is truncated at a sector, and later writes fail with ENOSPC
 * CRASH_REAL_SYNC   flushes reach the disk, which takes time and does not affect the tests
 * CRASH_READ_ONLY   creating or renaming a file fails with EROFS
 *
 * A record is a line and, for a write, its bytes:
 *   N inode path          a file, which may be new, was opened
 *   W inode offset length a write, followed by its bytes
 *   T inode length        a file was truncated or extended
 *   S inode               a successful flush of a file
 *   F inode               a failed flush of a file, after which the kernel no longer considers its pages dirty
 *   D path                a flush of a folder
 *   R from<tab>to         a file was renamed
 *   L from<tab>to         a hard link was created
 *   U path                a file was deleted
 *   A length              a write to standard output, followed by its bytes
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define SECTOR 512

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE *journal;
static const char *root;
static long fail_sync, full_after = -1, syncs, written;
static int read_only;
static struct stat output;

#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void start(void)
{
    const char *path = getenv("CRASH_JOURNAL");
    root = getenv("CRASH_ROOT");
    if (path) journal = fopen(path, "we");
    if (getenv("CRASH_FAIL_SYNC")) fail_sync = atol(getenv("CRASH_FAIL_SYNC"));
    if (getenv("CRASH_FULL_AFTER")) full_after = atol(getenv("CRASH_FULL_AFTER"));
    fstat(1, &output);
    read_only = getenv("CRASH_READ_ONLY") != NULL;
}

static int is_ours(const char *path) { return root && path && strncmp(path, root, strlen(root)) == 0; }

/* Returns the inode of an open file below the root, or 0 for other files. */
static ino_t inode_of(int fd, char *path, size_t size, int *is_folder)
{
    char link[64];
    struct stat status;
    if (!root || fd < 0) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, size - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (!is_ours(path) || fstat(fd, &status) != 0) return 0;
    if (is_folder) *is_folder = S_ISDIR(status.st_mode);
    return S_ISREG(status.st_mode) || S_ISDIR(status.st_mode) ? status.st_ino : 0;
}

static ssize_t do_write(int fd, const void *bytes, size_t length, off64_t offset)
{
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
    char path[4096];
    ino_t inode = inode_of(fd, path, sizeof path, NULL);
    if (!inode) return real(fd, bytes, length, offset);
    pthread_mutex_lock(&lock);
    if (full_after >= 0)
    {
        if (written + (long)length > full_after)
        {
            /* A disk writes sectors atomically, so an overwritten superblock is never torn. */
            off64_t end = (offset + full_after - written) / SECTOR * SECTOR;
            length = end > offset ? end - offset : 0;
            full_after = written + (long)length;
            if (length == 0) { pthread_mutex_unlock(&lock); errno = ENOSPC; return -1; }
        }
    }
    ssize_t done = real(fd, bytes, length, offset);
    int error = errno;
    if (done > 0)
    {
        written += done;
        if (journal)
        {
            fprintf(journal, "W %lu %lld %zd\n", (unsigned long)inode, (long long)offset, done);
            fwrite(bytes, 1, done, journal);
            fflush(journal);
        }
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return done;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return do_write(fd, bytes, length, offset); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return do_write(fd, bytes, length, offset); }

ssize_t write(int fd, const void *bytes, size_t length)
{
    REAL(ssize_t, "write", int, const void *, size_t);
    struct stat status;
    /* The runtime writes to a duplicate of its standard output. */
    if (journal && fstat(fd, &status) == 0 && status.st_dev == output.st_dev && status.st_ino == output.st_ino)
    {
        pthread_mutex_lock(&lock);
        fprintf(journal, "A %zu\n", length);
        fwrite(bytes, 1, length, journal);
        fflush(journal);
        pthread_mutex_unlock(&lock);
    }
    else if (root)
    {
        char path[4096];
        if (inode_of(fd, path, sizeof path, NULL))
        {
            off64_t at = lseek64(fd, 0, SEEK_CUR);
            ssize_t done = do_write(fd, bytes, length, at);
            if (done > 0) lseek64(fd, done, SEEK_CUR);
            return done;
        }
    }
    return real(fd, bytes, length);
}

static ssize_t do_vector(int fd, const struct iovec *parts, int count, off64_t offset)
{
    ssize_t all = 0;
    for (int i = 0; i < count; i++)
    {
        ssize_t done = do_write(fd, parts[i].iov_base, parts[i].iov_len, offset + all);
        if (done < 0) return all ? all : done;
        all += done;
        if ((size_t)done < parts[i].iov_len) break;
    }
    return all;
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t offset) { return do_vector(fd, parts, count, offset); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t offset) { return do_vector(fd, parts, count, offset); }

int fsync(int fd)
{
    REAL(int, "fsync", int);
    char path[4096];
    int is_folder = 0;
    ino_t inode = inode_of(fd, path, sizeof path, &is_folder);
    if (!inode) return real(fd);
    pthread_mutex_lock(&lock);
    int fails = !is_folder && ++syncs == fail_sync;
    if (journal)
    {
        if (is_folder) fprintf(journal, "D %s\n", path);
        else fprintf(journal, "%c %lu\n", fails ? 'F' : 'S', (unsigned long)inode);
        fflush(journal);
    }
    pthread_mutex_unlock(&lock);
    if (fails) { errno = EIO; return -1; }
    return getenv("CRASH_REAL_SYNC") ? real(fd) : 0;
}

int ftruncate64(int fd, off64_t length)
{
    REAL(int, "ftruncate64", int, off64_t);
    char path[4096];
    ino_t inode = inode_of(fd, path, sizeof path, NULL);
    int result = real(fd, length);
    if (inode && result == 0 && journal)
    {
        pthread_mutex_lock(&lock);
        fprintf(journal, "T %lu %lld\n", (unsigned long)inode, (long long)length);
        fflush(journal);
        pthread_mutex_unlock(&lock);
    }
    return result;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int opened(int fd, const char *path, int flags)
{
    if (fd >= 0 && (flags & O_CREAT) && journal)
    {
        char name[4096];
        int error = errno;
        ino_t inode = inode_of(fd, name, sizeof name, NULL);
        if (inode)
        {
            pthread_mutex_lock(&lock);
            fprintf(journal, "N %lu %s\n", (unsigned long)inode, name);
            fflush(journal);
            pthread_mutex_unlock(&lock);
        }
        errno = error;
    }
    return fd;
}

#define OPEN(function) \
int function(const char *path, int flags, ...) \
{ \
    REAL(int, #function, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    int mode = va_arg(rest, int); \
    va_end(rest); \
    if (read_only && is_ours(path) && (flags & O_CREAT) && access(path, F_OK) != 0) { errno = EROFS; return -1; } \
    return opened(real(path, flags, mode), path, flags); \
}
OPEN(open)
OPEN(open64)

static void named(char kind, const char *from, const char *to, int result)
{
    if (result == 0 && journal && is_ours(from))
    {
        int error = errno;
        pthread_mutex_lock(&lock);
        if (to) fprintf(journal, "%c %s\t%s\n", kind, from, to);
        else fprintf(journal, "%c %s\n", kind, from);
        fflush(journal);
        pthread_mutex_unlock(&lock);
        errno = error;
    }
}

int rename(const char *from, const char *to)
{
    REAL(int, "rename", const char *, const char *);
    if (read_only && is_ours(from)) { errno = EROFS; return -1; }
    int result = real(from, to);
    named('R', from, to, result);
    return result;
}

int link(const char *from, const char *to)
{
    REAL(int, "link", const char *, const char *);
    if (read_only && is_ours(from)) { errno = EROFS; return -1; }
    int result = real(from, to);
    named('L', from, to, result);
    return result;
}

int unlink(const char *path)
{
    REAL(int, "unlink", const char *);
    int result = real(path);
    named('U', path, NULL, result);
    return result;
}
