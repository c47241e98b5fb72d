/*
 * An nbdkit plugin (nbdkit-plugin(3)): a disk with one arm. Requests are served one after the other, first come, first
 * served, reads and writes alike. Each takes its bytes at the rate that stands in a file, which may change at any time,
 * and a seek before them if it begins elsewhere than where the last one ended.
 *
 * Behind the rate may stand a fault: the milliseconds that a request takes longer, or -1 for until the fault is over,
 * the error it ends with, or 0, and the first and the last byte of the disk of which that is true.
 */
#define NBDKIT_API_VERSION 2
#define _GNU_SOURCE
#include <nbdkit-plugin.h>

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define THREAD_MODEL NBDKIT_THREAD_MODEL_PARALLEL

#define SECOND INT64_C(1000000000)
/* How often the file with the rate is looked at. */
#define GLANCE (SECOND / 20)
/* What an arm finds without moving: a track in the disk's own buffer. */
#define NEAR (INT64_C(1) << 20)
/* A caller sleeps a little too long each time; a disk does not stand still meanwhile. */
#define LATE (SECOND / 500)

static const char *image;
static const char *rate_file;
static int64_t seek_nanos;
static int fd = -1;

static pthread_mutex_t arm = PTHREAD_MUTEX_INITIALIZER;
static int64_t bytes_per_second;
static struct {
  long long millis;
  int error;
  long long first, last;
} fault = {0, 0, 0, -1};
static int64_t looked_at;
static int64_t free_at;
/* How many faults have begun or ended. */
static int changes;
static int64_t position;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

static void look(int64_t at) {
  if (at - looked_at < GLANCE)
    return;
  looked_at = at;
  FILE *file = fopen(rate_file, "r");
  if (file == NULL)
    return;
  long long rate, millis, first, last;
  int error;
  int read = fscanf(file, "%lld %lld %d %lld %lld", &rate, &millis, &error, &first, &last);
  fclose(file);
  if (read < 1)
    return; /* It is being written. */
  if (rate > 0)
    bytes_per_second = rate;
  if (read < 5)
    last = -1;
  if (last != fault.last)
    changes++, free_at = at;
  fault.last = last;
  if (read == 5)
    fault.millis = millis, fault.error = error, fault.first = first;
}

static bool is_faulty(uint32_t count, int64_t offset) {
  return offset <= fault.last && offset + count > fault.first;
}

/* Waits until the arm has done it; returns the error that it ends with. */
static int move(uint32_t count, int64_t offset) {
  pthread_mutex_lock(&arm);
  int64_t at = now();
  look(at);
  while (is_faulty(count, offset) && fault.millis < 0) {
    pthread_mutex_unlock(&arm);
    struct timespec glance = {0, GLANCE};
    nanosleep(&glance, NULL);
    pthread_mutex_lock(&arm);
    look(at = now());
  }
  int error = 0;
  if (free_at < at - LATE)
    free_at = at;
  int64_t distance = offset - position;
  if (distance < -NEAR || distance > NEAR)
    free_at += seek_nanos;
  position = offset + count;
  if (is_faulty(count, offset)) {
    free_at += fault.millis * (SECOND / 1000);
    error = fault.error;
  }
  free_at += (int64_t) ((double) count / bytes_per_second * SECOND);
  int64_t until = free_at;
  for (int seen = changes; (at = now()) < until && seen == changes; look(at)) {
    int64_t glance = at + GLANCE < until ? at + GLANCE : until;
    struct timespec next = {glance / SECOND, glance % SECOND};
    pthread_mutex_unlock(&arm);
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
    pthread_mutex_lock(&arm);
  }
  pthread_mutex_unlock(&arm);
  return error;
}

static bool fails(uint32_t count, int64_t offset) {
  int error = move(count, offset);
  if (error == 0)
    return false;
  nbdkit_error("a faulty part of the disk");
  nbdkit_set_error(error);
  return true;
}

static int disk_config(const char *key, const char *value) {
  if (strcmp(key, "image") == 0)
    image = nbdkit_absolute_path(value);
  else if (strcmp(key, "rate-file") == 0)
    rate_file = nbdkit_absolute_path(value);
  else if (strcmp(key, "seek-micros") == 0)
    seek_nanos = atoll(value) * 1000;
  else {
    nbdkit_error("unknown parameter %s", key);
    return -1;
  }
  return 0;
}

static int disk_get_ready(void) {
  look(now());
  fd = image == NULL ? -1 : open(image, O_RDWR | O_CLOEXEC);
  if (fd < 0 || bytes_per_second == 0) {
    nbdkit_error("image= and rate-file= are needed");
    return -1;
  }
  return 0;
}

static void *disk_open(int readonly) { return NBDKIT_HANDLE_NOT_NEEDED; }

static int64_t disk_get_size(void *handle) {
  struct stat about;
  return fstat(fd, &about) < 0 ? -1 : about.st_size;
}

static int disk_pread(void *handle, void *to, uint32_t count, uint64_t offset, uint32_t flags) {
  if (fails(count, offset))
    return -1;
  for (char *at = to; count > 0;) {
    ssize_t done = pread(fd, at, count, offset);
    if (done <= 0) {
      nbdkit_error("pread: %m");
      return -1;
    }
    at += done, count -= done, offset += done;
  }
  return 0;
}

static int disk_pwrite(void *handle, const void *from, uint32_t count, uint64_t offset, uint32_t flags) {
  if (fails(count, offset))
    return -1;
  for (const char *at = from; count > 0;) {
    ssize_t done = pwrite(fd, at, count, offset);
    if (done <= 0) {
      nbdkit_error("pwrite: %m");
      return -1;
    }
    at += done, count -= done, offset += done;
  }
  return 0;
}

/* Nothing stays in a cache of its own. */
static int disk_flush(void *handle, uint32_t flags) { return 0; }

static struct nbdkit_plugin plugin = {
    .name = "disk",
    .config = disk_config,
    .get_ready = disk_get_ready,
    .open = disk_open,
    .get_size = disk_get_size,
    .pread = disk_pread,
    .pwrite = disk_pwrite,
    .flush = disk_flush,
};

NBDKIT_REGISTER_PLUGIN(plugin)
