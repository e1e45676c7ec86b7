import { LeastRecentlyUsed } from '@refugia/engine/memory/least-recently-used.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import { type SQL, sql } from 'drizzle-orm';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import { countPositions } from './clean-state.ts';

/** Reading the row of a smaller geometry takes hardly longer than knowing it. */
const fewestPositions = 500;
const mostPositions = 500_000;

/** A geometry as one version of a feature's row holds it. It is shared and must not be changed. */
export interface KnownGeometry {
  readonly rowVersion: string;
  readonly geometry: FlatGeometry;
}

/**
 * Names a version of a feature's row. The number of the transaction that wrote the row belongs to
 * it, because a revision that was rolled back is given once more, and such a number never is.
 */
export const rowVersion: SQL<string> = sql<string>`concat_ws(' ', ${mapFeature.id}, ${mapFeature.revision}, ${mapFeature}.xmin)`;

const knownGeometries = new LeastRecentlyUsed<KnownGeometry>(mostPositions);

/** The geometry that was last read or written for a feature, if it is large and was used lately. */
export function knownGeometryOf(featureId: string): KnownGeometry | undefined {
  return knownGeometries.get(featureId);
}

/** Remembers the geometry of a feature if it is large. */
export function rememberGeometry(featureId: string, known: KnownGeometry): void {
  const positions = countPositions(known.geometry);
  if (positions >= fewestPositions) knownGeometries.set(featureId, known, positions);
}
