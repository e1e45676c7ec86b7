import { serveTasks } from '@refugia/engine/threads/serve-tasks.ts';
import { z } from 'zod';
import {
  HabitatError,
  type HabitatUnit,
  habitatShapes,
  type ShapesOrigin,
} from './habitat-shapes.ts';

interface HabitatPage {
  readonly units: readonly HabitatUnit[];
  /** The number of features on the page, including those that are not units. */
  readonly count: number;
  /** Whether the service reports that more pages follow. */
  readonly hasMore: boolean;
}

/** The text in place of shapes when a species has too many, which asks to fetch a file. */
const placeholder = /species specific shapefile/i;

const replySchema = z.object({
  features: z.array(
    z.object({
      geometry: z.unknown(),
      properties: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  /** Whether more features follow. Services report it in either place. */
  exceededTransferLimit: z.boolean().optional(),
  properties: z.object({ exceededTransferLimit: z.boolean().optional() }).nullish(),
});
const refusalSchema = z.object({ error: z.object({ code: z.number().optional() }) });

/**
 * Reads a page of ArcGIS' GeoJSON. Values are plain, or `{ value }`.
 * @throws {HabitatError} when it is something else; a refusal comes with HTTP status 200
 */
function readHabitatPage(bytes: Uint8Array): HabitatPage {
  const value = parse(bytes);
  const parsed = replySchema.safeParse(value);
  if (!parsed.success) {
    const refusal = refusalSchema.safeParse(value);
    throw new HabitatError(
      refusal.success
        ? `The critical habitat service refused the question (${refusal.data.error.code ?? 'without a code'}).`
        : 'The critical habitat service answered with something else than features.',
    );
  }
  const { features, exceededTransferLimit, properties } = parsed.data;
  return {
    units: features
      .filter((each) => !isPlaceholder(each.properties))
      .map((each) => ({ geometry: each.geometry, name: textIn(each.properties?.unitname) })),
    count: features.length,
    hasMore: (exceededTransferLimit || properties?.exceededTransferLimit) ?? false,
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new HabitatError("The critical habitat service answered with something that isn't JSON.");
  }
}

function isPlaceholder(properties: Record<string, unknown> | null | undefined): boolean {
  return Object.values(properties ?? {}).some((cell) => placeholder.test(textIn(cell) ?? ''));
}

function textIn(cell: unknown): string | null {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;
}

/** Pages are sent in their order, followed by the request for the shapes made from all of them. */
export type HabitatQuestion =
  | { readonly kind: 'page'; readonly bytes: Uint8Array }
  | { readonly kind: 'shapes'; readonly origin: ShapesOrigin };

export type HabitatReply =
  | { readonly kind: 'page'; readonly count: number; readonly hasMore: boolean }
  /** JSON of the shapes. */
  | { readonly kind: 'shapes'; readonly json: string }
  | { readonly kind: 'unusable'; readonly message: string };

const units: HabitatUnit[] = [];

function answer(question: HabitatQuestion): HabitatReply {
  switch (question.kind) {
    case 'page': {
      const { count, hasMore, ...page } = readHabitatPage(question.bytes);
      units.push(...page.units);
      return { kind: 'page', count, hasMore };
    }
    case 'shapes':
      return { kind: 'shapes', json: JSON.stringify(habitatShapes(units, question.origin)) };
  }
}

serveTasks<HabitatQuestion, HabitatReply>((question) => {
  try {
    return answer(question);
  } catch (error) {
    if (!(error instanceof HabitatError)) throw error;
    return { kind: 'unusable', message: error.message };
  }
});
