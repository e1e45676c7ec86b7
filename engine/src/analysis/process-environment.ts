/**
 * Settings of the C library for a process that runs an analysis. On Linux, memory of rasters that
 * are no longer used returns to the system at once, and all threads share two arenas for small
 * allocations. Other systems ignore the settings.
 */
export const processEnvironment = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
} as const;
