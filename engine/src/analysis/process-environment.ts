/**
 * What the environment of a process that runs an analysis says to the C library of Linux: rasters that
 * are done with go back to the system at once, instead of being kept for whoever asks next, and threads
 * share two places to keep small things in. Others take no notice.
 */
export const processEnvironment = {
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
} as const;
