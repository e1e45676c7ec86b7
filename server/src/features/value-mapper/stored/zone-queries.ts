import type { ZoneSet } from '@refugia/contract/value-mapper/zones.ts';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { type Queryable, theRow } from '../../../platform/database/database.ts';
import { zone, zoneSet } from '../../../platform/database/schema/index.ts';
import type { ZoneSetRow } from '../access.ts';

/** Describes a zone set as the API shows it. */
export const describeZoneSet = (row: ZoneSetRow): ZoneSet => ({
  id: row.id,
  name: row.name,
  source: row.source,
  zone_count: row.zoneCount,
  date_created: row.createdAt.toISOString(),
});

/** Others can use the database between two parts. */
const zonesPerPart = 1_000;

/** Lists the zone sets of a project that are complete, the oldest first. */
export function listZoneSets(orm: Queryable, projectId: number): Promise<ZoneSetRow[]> {
  return orm
    .select()
    .from(zoneSet)
    .where(and(eq(zoneSet.projectId, projectId), eq(zoneSet.isWhole, true)))
    .orderBy(asc(zoneSet.id));
}

/**
 * Adds a zone set that nobody sees yet, and removes those whose making was killed.
 * @returns its id
 */
export async function addZoneSet(
  orm: Queryable,
  set: Pick<ZoneSetRow, 'projectId' | 'name' | 'source'>,
): Promise<number> {
  await orm.delete(zoneSet).where(sql`NOT is_whole AND created_at < now() - interval '1 day'`);
  return theRow(await orm.insert(zoneSet).values(set).returning()).id;
}

/** The attributes by which zones are named, the first that a zone has. */
const nameKeys = ['name', 'NAME', 'Name', 'title', 'Title', 'label', 'LABEL', 'NAMELSAD'];

/**
 * Adds the polygons of a list of `{ geometry, properties }`, which is JSON, to a zone set.
 * @param before the number of zones that it has
 * @returns the number of zones that were added
 */
export async function addZones(
  orm: Queryable,
  { setId, before }: { readonly setId: number; readonly before: number },
  rows: string,
): Promise<number> {
  const names = nameKeys.map((key) => sql`nullif(trim(given.properties->>${key}::text), '')`);
  const number = sql`${before}::integer + (row_number() OVER (ORDER BY place))::integer`;
  const { rowCount } = await orm.execute(sql`
    INSERT INTO ${zone} (zone_set_id, number, name, geometry, properties)
    SELECT ${setId}, ${number}, left(coalesce(${sql.join(names, sql`, `)}, 'Zone ' || ${number}), 100),
      given.geometry, given.properties
    FROM ROWS FROM (jsonb_to_recordset(${rows}::jsonb) AS (geometry jsonb, properties jsonb))
      WITH ORDINALITY AS given(geometry, properties, place)
    WHERE geometry->>'type' IN ('Polygon', 'MultiPolygon')`);
  return rowCount ?? 0;
}

/** Shows a zone set that is complete. */
export async function showZoneSet(
  orm: Queryable,
  id: number,
  facts: Pick<ZoneSetRow, 'name' | 'zoneCount'>,
): Promise<ZoneSetRow | undefined> {
  const [row] = await orm
    .update(zoneSet)
    .set({ ...facts, isWhole: true })
    .where(eq(zoneSet.id, id))
    .returning();
  return row;
}

/** Deletes a zone set with its zones. */
export async function deleteZoneSet(orm: Queryable, id: number): Promise<void> {
  await orm.delete(zoneSet).where(eq(zoneSet.id, id));
}

/** Lists the numbers and names of a set's zones in their order. */
export function listZones(
  orm: Queryable,
  setId: number,
): Promise<{ readonly number: number; readonly name: string }[]> {
  return orm
    .select({ number: zone.number, name: zone.name })
    .from(zone)
    .where(eq(zone.zoneSetId, setId))
    .orderBy(asc(zone.number));
}

/** What is written of a zone. */
const written = {
  geometry: sql`${zone.geometry}`,
  outline: sql`jsonb_build_object('type', 'Feature', 'id', ${zone.number}, 'geometry', ${zone.geometry},
    'properties', jsonb_build_object('number', ${zone.number}, 'name', ${zone.name}))`,
  feature: sql`jsonb_build_object('type', 'Feature', 'id', ${zone.number}::text, 'geometry', ${zone.geometry},
    'properties', ${zone.properties})`,
};

/** Writes a set's zones in their order as a JSON list: shapes alone, outlines with names, or whole features. */
export async function writeZones(
  orm: Queryable,
  setId: number,
  what: keyof typeof written,
): Promise<string> {
  const texts: string[] = [];
  for (let last = 0; ; ) {
    const part = await orm
      .select({ number: zone.number, text: sql<string>`${written[what]}::text` })
      .from(zone)
      .where(and(eq(zone.zoneSetId, setId), gt(zone.number, last)))
      .orderBy(asc(zone.number))
      .limit(zonesPerPart);
    for (const { text } of part) texts.push(text);
    if (part.length < zonesPerPart) return `[${texts.join(',')}]`;
    last = part.at(-1)!.number;
  }
}
