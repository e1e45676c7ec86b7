/** A run that waits or is worked on. */
export const activeRunStatuses = ['queued', 'running'] as const;
/** A run that stays as it is. */
export const endedRunStatuses = ['done', 'failed', 'cancelled'] as const;
export const runStatuses = [...activeRunStatuses, ...endedRunStatuses] as const;
export type RunStatus = (typeof runStatuses)[number];

/** Whether nothing more becomes of a run. */
export function hasEnded({ status }: { readonly status: RunStatus }): boolean {
  return endedRunStatuses.some((ended) => ended === status);
}
