/** The name under which a run's files are stored. */
export function storedName(runId: string): string {
  return `runs/${runId}`;
}

/** Each attempt has a folder of its own: the process of one that died with its server may still write. */
export function scratchName(runId: string, attempt: number): string {
  return `${runId}.${attempt}`;
}

/** The pieces of a large area outlive an attempt: the next one goes on from them. */
export function keptName(runId: string): string {
  return `${runId}.kept`;
}
