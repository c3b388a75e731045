#pragma once
#include <spawn.h>

// glibc shows these two only with _GNU_SOURCE, which Swift's own module of the C library is not built with.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
