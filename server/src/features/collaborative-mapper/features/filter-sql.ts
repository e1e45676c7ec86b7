import {
  boundsOf,
  datePattern,
  type FeatureFilter,
  type FilterCondition,
  numberPattern,
} from '@refugia/contract/collaborative-mapper/feature-filter.ts';
import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { mapFeature } from '../../../platform/database/schema/index.ts';
import type { RemovedColumns } from '../maps/map-layers.ts';
import { containing } from '../maps/map-queries.ts';

/** The attributes of a feature without those of removed columns. */
export function attributesExcept(removed: RemovedColumns): SQL {
  if (removed.size === 0) return sql`${mapFeature.properties}`;
  const cases = [...removed].map(
    ([layerId, keys]) =>
      sql`WHEN ${layerId}::uuid THEN ${mapFeature.properties} - ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`,
  );
  return sql`CASE ${mapFeature.layerId} ${sql.join(cases, sql` `)} ELSE ${mapFeature.properties} END`;
}

/** A text as a number, or NULL if it is none. Only texts of the pattern are converted. */
export function numberIn(text: SQL): SQL {
  return sql`CASE WHEN ${text} ~ ${numberPattern}::text THEN (${text})::numeric END`;
}

/**
 * The SQL condition that a feature meets all conditions of its layer. `meetsFilter` of the contract
 * answers the same question in browsers.
 * @param removed columns whose values must not be found out
 */
export function meetsFilter(filter: FeatureFilter, removed: RemovedColumns): SQL | undefined {
  const attributes = attributesExcept(removed);
  return and(
    ...filter.map(
      (each) =>
        sql`(${isOfLayer(each)} IS NOT TRUE OR coalesce(${meets(each, attributes)}, false))`,
    ),
  );
}

function isOfLayer({ layerId }: FilterCondition): SQL {
  return sql`${mapFeature.layerId}::text = ${layerId}::text`;
}

function meets({ field, operator, values }: FilterCondition, attributes: SQL): SQL {
  const [first = ''] = values;
  if (field === null) {
    return sql`EXISTS (SELECT FROM jsonb_each_text(${attributes}) AS each WHERE each.value ILIKE ${containing(first)})`;
  }
  const text = sql`coalesce((${attributes}) ->> ${field}::text, '')`;
  switch (operator) {
    case 'is':
      return isSame(text, first);
    case 'is not':
      return not(isSame(text, first));
    case 'contains':
      return sql`${text} ILIKE ${containing(first)}`;
    case 'empty':
      return sql`${text} = ''`;
    case 'not empty':
      return sql`${text} <> ''`;
    case 'between':
      return sql`${compares(text, sql`>=`, first)} AND ${compares(text, sql`<=`, values[1])}`;
    default:
      return compares(text, sql.raw(operator), first);
  }
}

/** Values that both are numbers are compared as such: 5 is 5.0. */
function isSame(text: SQL, wanted: string): SQL {
  const isSameText = sql`${text} = ${wanted}::text`;
  if (boundsOf([wanted])?.kind !== 'number') return isSameText;
  return sql`coalesce(${numberIn(text)} = ${wanted}::numeric, ${isSameText})`;
}

/** NULL for a value that is no number, or no date, while the bound is. */
function compares(text: SQL, operator: SQL, bound: string): SQL {
  if (boundsOf([bound])?.kind === 'number') {
    return sql`${numberIn(text)} ${operator} ${bound}::numeric`;
  }
  return sql`CASE WHEN ${text} ~ ${datePattern}::text THEN left(${text}, 10) COLLATE "C" ${operator} ${bound}::text END`;
}

/**
 * Finds the features of a map that do not meet its filter.
 * @returns their ids as one text with spaces between, because there may be a hundred thousand
 */
export async function findHidden(
  orm: Queryable,
  question: { mapId: number; filter: FeatureFilter; removed?: RemovedColumns | undefined },
): Promise<string> {
  const { mapId, filter, removed = new Map() } = question;
  const [row] = await orm
    .select({ ids: sql<string | null>`string_agg(${mapFeature.id}::text, ' ')` })
    .from(mapFeature)
    .where(
      and(
        eq(mapFeature.mapId, mapId),
        eq(mapFeature.isDeleted, false),
        sql`NOT (${meetsFilter(filter, removed)})`,
      ),
    );
  return row?.ids ?? '';
}
