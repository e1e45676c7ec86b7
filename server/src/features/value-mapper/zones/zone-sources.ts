import { limits } from '@refugia/contract/limits.ts';
import type { ZonesBody } from '@refugia/contract/value-mapper/zones.ts';
import type { Position } from 'geojson';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ImportedLayers } from '../../../services/vector-import/feature-batches.ts';
import type { VectorFile } from '../../../services/vector-import/vector-form.ts';
import type { VectorImporter } from '../../../services/vector-import/vector-importer.ts';
import { listRasters } from '../stored/stored-queries.ts';
import { wholeFacts } from '../stored/valuations.ts';

const { maxZones, maxZonePositions } = limits.valueMapper;
const { coordinateDecimals } = limits.collaborativeMapper;

/** A drawn zone as a file, so that it is read, checked and repaired like an uploaded one. */
export function fileOfShape({ shape, name }: Extract<ZonesBody, { shape: unknown }>): VectorFile {
  const properties = name === undefined ? {} : { name };
  const drawn = { type: 'Feature', geometry: shape, properties };
  return { name: 'drawing.json', bytes: Buffer.from(JSON.stringify(drawn)) };
}

/**
 * Reads the features of a file one batch after the other.
 * @throws {ImportRefusal} when the file can't be read; what `onRows` throws
 */
export async function readFile(
  importer: VectorImporter,
  file: VectorFile,
  { onRows, signal }: { onRows: (rows: string) => Promise<void>; signal: AbortSignal },
): Promise<ImportedLayers> {
  const options = {
    decimals: coordinateDecimals,
    maxFeatures: maxZones,
    maxPositions: maxZonePositions,
  };
  const stop = new AbortController();
  let writing = Promise.resolve();
  const onBatch = ({ rows }: { readonly rows: string }) => {
    writing = writing.then(() => onRows(rows));
    // A batch that can't be stored ends the reading.
    writing.catch((error: unknown) => stop.abort(error));
  };
  const wanted = AbortSignal.any([signal, stop.signal]);
  const imported = await importer.importFeatures(file, { ...options, onBatch }, wanted);
  await writing;
  return imported;
}

/** Where a project's rasters lie, as outer rings in longitude and latitude. */
export async function areasOfRasters(orm: Queryable, projectId: number): Promise<Position[][]> {
  const facts = (await listRasters(orm, projectId)).map(wholeFacts);
  return facts.flatMap((raster) => {
    if (!raster) return [];
    const { corners, bounds } = raster;
    const [west, south, east, north] = bounds;
    const box: Position[] = [
      [west, north],
      [east, north],
      [east, south],
      [west, south],
    ];
    const ring = corners.flatMap((corner) => (corner ? [[...corner]] : []));
    const closed = ring.length === box.length ? ring : box;
    return [[...closed, closed[0]]];
  });
}
