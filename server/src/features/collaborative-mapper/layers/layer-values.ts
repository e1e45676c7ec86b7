import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import { limits } from '@refugia/contract/limits.ts';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import type { Orm } from '../../../platform/database/database.ts';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import type { LayerRow } from '../log/layer-changes.ts';

const { maxStyleValues, style } = limits.collaborativeMapper;

/**
 * Lists the values that a layer's features have of an attribute. A large layer takes the database's
 * time and not that of the thread that answers calls.
 */
export async function listLayerValues(
  orm: Orm,
  { id, mapId }: Pick<LayerRow, 'id' | 'mapId'>,
  attribute: string,
): Promise<LayerValues> {
  const value = sql`${mapFeature.properties} -> ${attribute}`;
  const ofLayer = and(
    eq(mapFeature.mapId, mapId),
    eq(mapFeature.layerId, id),
    eq(mapFeature.isDeleted, false),
  );
  const present = orm
    .select({ value: sql<string | number | boolean | null>`nullif(${value}, 'null')`.as('value') })
    .from(mapFeature)
    .where(ofLayer)
    .as('present');
  const counted = await orm
    .select({
      value: present.value,
      count: count(),
      distinct: sql<number>`count(*) OVER ()`.mapWith(Number),
    })
    .from(present)
    .groupBy(present.value)
    .orderBy(desc(count()), asc(present.value))
    .limit(maxStyleValues);
  const numbers = orm
    .select({
      value: sql<number>`(${value})::float8`.as('value'),
      rank: sql<number>`row_number() OVER (ORDER BY (${value})::float8) - 1`.as('rank'),
      count: sql<number>`count(*) OVER ()`.mapWith(Number).as('count'),
    })
    .from(mapFeature)
    .where(and(ofLayer, sql`jsonb_typeof(${value}) = 'number'`))
    .as('numbers');
  // Of the ranks that fall on the same place of the list, the first is taken.
  const place = (rank: typeof numbers.rank | ReturnType<typeof sql>) =>
    sql`${rank} * ${style.maxListedNumbers - 1} / greatest(${numbers.count} - 1, 1)`;
  const sorted = await orm
    .select({ value: numbers.value, count: numbers.count })
    .from(numbers)
    .where(
      sql`${numbers.count} <= ${style.maxListedNumbers} OR ${numbers.rank} = 0
        OR ${place(numbers.rank)} > ${place(sql`(${numbers.rank} - 1)`)}`,
    )
    .orderBy(asc(numbers.rank));
  return {
    values: counted
      .filter((each) => String(each.value).length <= style.maxValueLength)
      .map(({ value, count }) => ({ value, count })),
    distinct: counted[0]?.distinct ?? 0,
    numbers: { count: sorted[0]?.count ?? 0, sorted: sorted.map((each) => each.value) },
  };
}
