/** The statuses of a run that waits or is worked on. */
export const activeRunStatuses = ['queued', 'running'] as const;
/** The statuses of a run that will not change any more. */
export const endedRunStatuses = ['done', 'failed', 'cancelled'] as const;
export const runStatuses = [...activeRunStatuses, ...endedRunStatuses] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Whether a run will not change any more. */
export function hasEnded({ status }: { readonly status: RunStatus }): boolean {
  return endedRunStatuses.some((ended) => ended === status);
}
