/** The name under which a run's files are stored. */
export function storedName(runId: string): string {
  return `runs/${runId}`;
}

/**
 * Each attempt has a scratch folder of its own, because the process of an attempt whose server died
 * may still be writing.
 */
export function scratchName(runId: string, attempt: number): string {
  return `${runId}.${attempt}`;
}

/**
 * The folder for the subareas of a large area. They are kept after a failed attempt, and the next
 * attempt continues from them.
 */
export function keptName(runId: string): string {
  return `${runId}.kept`;
}

export const isKeptName = (name: string): boolean => name.endsWith('.kept');
