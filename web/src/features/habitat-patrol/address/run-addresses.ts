/** The list of a person's own runs. */
export const runsAddress = '/apps/habitatpatrol/runs';

/** The address of a run on the map. */
export function resultAddress(runId: string): string {
  return `/apps/habitatpatrol/map?run=${encodeURIComponent(runId)}`;
}

/** A run's page for printing. */
export function reportAddress(runId: string): string {
  return `/apps/habitatpatrol/report?run=${encodeURIComponent(runId)}`;
}

/** The list of a person's own places. */
export const placesAddress = '/apps/habitatpatrol/places';

/** The page of a place. */
export function placeAddress(id: string): string {
  return `/apps/habitatpatrol/places/${encodeURIComponent(id)}`;
}

/** The page of a batch. */
export function batchAddress(id: string): string {
  return `/apps/habitatpatrol/batches/${encodeURIComponent(id)}`;
}

/** The page that compares two runs. */
export function comparisonAddress(run: string, other: string): string {
  return `/apps/habitatpatrol/compare?run=${encodeURIComponent(run)}&with=${encodeURIComponent(other)}`;
}

/** A patch of a run on the map. */
export function patchAddress(runId: string, patch: number): string {
  return `${resultAddress(runId)}&patch=${patch}`;
}
