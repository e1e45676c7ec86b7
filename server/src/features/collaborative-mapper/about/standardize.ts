import { importSentences } from '@refugia/contract/file-facts.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { FlatGeometry } from '@refugia/engine/vector/index.ts';
import type { FeatureBatch } from '../../../services/vector-import/feature-batches.ts';
import type { VectorImporter } from '../../../services/vector-import/vector-importer.ts';

const cm = limits.collaborativeMapper;

interface StandardFeature {
  readonly type: 'Feature';
  readonly geometry: FlatGeometry;
  readonly properties: Record<string, string | number | boolean | null>;
}

/** Splits a multi-part geometry into its parts. A single-part geometry stays as it is. */
function singleParts(geometry: StandardFeature['geometry']): StandardFeature['geometry'][] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
    default:
      return [geometry];
  }
}

/**
 * Makes each feature valid, single-part, two-dimensional and right-handed, in longitude and
 * latitude, with flat properties. The result lists what was changed.
 * @param given GeoJSON: features, a collection of them, or geometries
 * @throws {ImportRefusal} when `given` is not GeoJSON
 */
export async function standardize(
  importer: VectorImporter,
  given: unknown,
  signal: AbortSignal,
): Promise<{ features: StandardFeature[]; notes: string[] }> {
  const collection = Array.isArray(given)
    ? { type: 'FeatureCollection', features: given.map(asFeature) }
    : given;
  const batches: FeatureBatch[] = [];
  const imported = await importer.importFeatures(
    { name: 'features.json', bytes: Buffer.from(JSON.stringify(collection)) },
    {
      decimals: cm.coordinateDecimals,
      maxFeatures: cm.maxStandardized,
      maxPositions: cm.maxImportedPositions,
      onBatch: (batch) => batches.push(batch),
    },
    signal,
  );
  const rows = batches.flatMap(({ rows }): Pick<StandardFeature, 'geometry' | 'properties'>[] =>
    JSON.parse(rows),
  );
  let divided = 0;
  const features = rows.flatMap(({ geometry, properties }) => {
    const parts = singleParts(geometry);
    if (parts.length > 1) divided++;
    return parts.map((part) => ({ type: 'Feature' as const, geometry: part, properties }));
  });
  const { notes: converted, skipped } = importSentences(imported);
  const notes = [...converted, ...skipped.map(({ reason, count }) => `${reason} (${count})`)];
  if (divided > 0) notes.push(`Features with several parts were divided (${divided}).`);
  return { features, notes };
}

function asFeature(given: unknown): unknown {
  const isGeometry = typeof given === 'object' && given !== null && 'coordinates' in given;
  return isGeometry ? { type: 'Feature', geometry: given, properties: {} } : given;
}
