/* Keeps what a power failure would leave: the bytes and the names that were synced, nothing else.
 *
 * Loaded with LD_PRELOAD. POWERLOSS_LIVE is the folder that is watched, POWERLOSS_KEPT the folder
 * where the durable image is kept:
 *
 *   KEPT/bytes/INODE   the content of a file at its last successful fsync or fdatasync
 *   KEPT/names         one line "INODE NAME" for each file that the folder had when it was synced
 *
 * A sync returns only when the image is in place. Files in subfolders are not watched.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void fail(const char *what)
{
	perror(what);
	_exit(99);
}

/* Put a finished file in place of an older one. */
static void put(const char *unfinished, const char *kept)
{
	if (rename(unfinished, kept) != 0)
		fail("powerloss: rename");
}

static void keep_bytes(int from, const struct stat *found, const char *folder)
{
	char kept[PATH_MAX], unfinished[PATH_MAX + 8], buffer[1 << 16];
	snprintf(kept, sizeof kept, "%s/bytes/%lu", folder, (unsigned long)found->st_ino);
	snprintf(unfinished, sizeof unfinished, "%s.new", kept);
	int to = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (to < 0)
		fail("powerloss: open");
	off_t at = 0;
	for (;;) {
		ssize_t got = pread(from, buffer, sizeof buffer, at);
		if (got < 0)
			fail("powerloss: read");
		if (got == 0)
			break;
		if (write(to, buffer, got) != got)
			fail("powerloss: write");
		at += got;
	}
	close(to);
	put(unfinished, kept);
}

static void keep_names(const char *live, const char *folder)
{
	char kept[PATH_MAX], unfinished[PATH_MAX + 8];
	snprintf(kept, sizeof kept, "%s/names", folder);
	snprintf(unfinished, sizeof unfinished, "%s.new", kept);
	FILE *to = fopen(unfinished, "we");
	DIR *names = opendir(live);
	if (to == NULL || names == NULL)
		fail("powerloss: names");
	for (struct dirent *entry; (entry = readdir(names)) != NULL;)
		if (entry->d_type == DT_REG)
			fprintf(to, "%lu %s\n", (unsigned long)entry->d_ino, entry->d_name);
	closedir(names);
	fclose(to);
	put(unfinished, kept);
}

/* What a successful sync of this file or folder makes durable. */
static void keep(int file)
{
	const char *live = getenv("POWERLOSS_LIVE"), *kept = getenv("POWERLOSS_KEPT");
	char link[64], path[PATH_MAX];
	struct stat found;
	if (live == NULL || kept == NULL || fstat(file, &found) != 0)
		return;
	snprintf(link, sizeof link, "/proc/self/fd/%d", file);
	ssize_t length = readlink(link, path, sizeof path - 1);
	if (length < 0)
		return;
	path[length] = '\0';
	size_t start = strlen(live);
	if (S_ISDIR(found.st_mode) && strcmp(path, live) == 0) {
		keep_names(live, kept);
	} else if (S_ISREG(found.st_mode) && strncmp(path, live, start) == 0 && path[start] == '/' &&
		   strchr(path + start + 1, '/') == NULL) {
		/* a descriptor that can read: this one may only write */
		int reading = open(link, O_RDONLY | O_CLOEXEC);
		if (reading < 0)
			fail("powerloss: reopen");
		keep_bytes(reading, &found, kept);
		close(reading);
	}
}

static int synced(const char *name, int file)
{
	int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
	int result = real(file);
	if (result == 0) {
		int saved = errno;
		pthread_mutex_lock(&lock);
		keep(file);
		pthread_mutex_unlock(&lock);
		errno = saved;
	}
	return result;
}

int fsync(int file) { return synced("fsync", file); }
int fdatasync(int file) { return synced("fdatasync", file); }
