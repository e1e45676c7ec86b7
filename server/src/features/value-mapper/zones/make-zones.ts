import { limits } from '@refugia/contract/limits.ts';
import type { ZoneSource } from '@refugia/contract/value-mapper/calls.ts';
import { createGiveWay } from '../../../platform/database/give-way.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import type { Platform } from '../../../platform/platform.ts';
import { projectFull, type ZoneSetRow } from '../access.ts';
import {
  addZoneSet,
  addZones,
  deleteZoneSet,
  listZoneSets,
  showZoneSet,
} from '../stored/zone-queries.ts';

const { maxZones, maxZoneCharacters, maxZoneSets, zoneNameMaxLength } = limits.valueMapper;

/** Zones to be made, and how their shapes are read. */
export interface NewZones {
  readonly projectId: number;
  readonly source: ZoneSource;
  /** Aborts when nobody waits for the zones any more. */
  readonly signal: AbortSignal;
  /**
   * Reads features, and passes lists of `{ geometry, properties }` on as JSON. Those that are no polygons are left out.
   * @returns the name of the zones
   */
  read(onRows: (rows: string) => Promise<void>): Promise<string>;
}

/**
 * Stores the zones of a source where nobody sees them, and shows them when they are complete.
 * @throws what `read` throws, {ApiFailure} 409 for a project with too many zone sets, 422 for a source without
 * polygons or with too many; nothing is stored then
 */
export async function makeZones(
  { database }: Pick<Platform, 'database'>,
  { projectId, source, signal, read }: NewZones,
): Promise<ZoneSetRow> {
  const { orm } = database;
  const { length } = await listZoneSets(orm, projectId);
  if (length >= maxZoneSets) throw projectFull('zone_sets', maxZoneSets);
  const setId = await addZoneSet(orm, { projectId, source, name: '' });
  const { giveWay, end } = createGiveWay(database);
  let zoneCount = 0;
  let characters = 0;
  try {
    const name = await read(async (rows) => {
      signal.throwIfAborted();
      characters += rows.length;
      if (characters > maxZoneCharacters) throw tooLarge();
      zoneCount += await addZones(orm, { setId, before: zoneCount }, rows);
      if (zoneCount > maxZones) throw tooMany();
      await giveWay();
    });
    if (zoneCount === 0) throw noZones(source);
    signal.throwIfAborted();
    const named = name.trim().slice(0, zoneNameMaxLength) || 'Zones';
    const set = await showZoneSet(orm, setId, { name: named, zoneCount });
    // The project was deleted meanwhile.
    if (!set) throw new ApiFailure(404, 'not_found', 'This project was deleted meanwhile.');
    return set;
  } catch (error) {
    await deleteZoneSet(orm, setId);
    throw error;
  } finally {
    end();
  }
}

const missing: Record<ZoneSource, string> = {
  file: 'This file has no polygons. Zones are polygons; please choose a file with some.',
  drawing: 'This drawing encloses no ground. Please draw the zone again.',
  map: 'This map has no polygons. Zones are polygons; please choose a map with some.',
  counties: 'No county of the United States touches a raster of this project.',
};

function noZones(source: ZoneSource): ApiFailure {
  return new ApiFailure(422, 'no_zones', missing[source]);
}

function tooMany(): ApiFailure {
  const sentence = `At most ${maxZones.toLocaleString('en-US')} zones can be made at once. Please choose fewer polygons.`;
  return new ApiFailure(422, 'too_many_zones', sentence);
}

function tooLarge(): ApiFailure {
  const sentence =
    'These polygons have too many corners or attributes. Please simplify them, or choose fewer.';
  return new ApiFailure(422, 'zones_too_large', sentence);
}
