import type { HabitatShape } from '@refugia/contract/species.ts';
import { z } from 'zod';
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts';
import { HabitatTooLargeError, type HabitatUnit, habitatShapes } from './habitat-shapes.ts';

const source = 'U.S. Fish and Wildlife Service, critical habitat';

/** The service simplifies by this much already: a pixel of the imagery, in degrees and in metres. */
const serviceTolerance = { degrees: 0.0001, meters: 10 };
const pageSize = 200;
const maxPages = 25;

/**
 * What the service gives in place of a species whose shapes are too many: its text asks to fetch a
 * file of that species alone.
 */
const placeholder = /species specific shapefile/i;

const replySchema = z.object({
  features: z.array(
    z.object({
      geometry: z.unknown(),
      properties: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
  /** More features follow; the service has said so in either place. */
  exceededTransferLimit: z.boolean().optional(),
  properties: z.object({ exceededTransferLimit: z.boolean().optional() }).nullish(),
});
const refusalSchema = z.object({ error: z.object({ code: z.number().optional() }) });

/**
 * A species' critical habitat from an ArcGIS feature layer, all pages of it.
 * @param layerUrl up to the layer's number, such as `…/FeatureServer/0`
 * @param scientificName as ECOS writes it
 * @returns nothing when the layer has no area of this species
 * @throws {OutboundError}
 */
export async function fetchCriticalHabitat(
  outbound: Outbound,
  layerUrl: string,
  scientificName: string,
): Promise<HabitatShape[]> {
  const units: HabitatUnit[] = [];
  for (let page = 0, offset = 0; page < maxPages; page += 1) {
    const reply = readReply(await outbound.getJson(pageAddress(layerUrl, scientificName, offset)));
    for (const { geometry, properties } of reply.features) {
      if (Object.values(properties ?? {}).some((each) => placeholder.test(text(each) ?? '')))
        continue;
      units.push({ geometry, name: text(properties?.unitname) });
    }
    const isLast =
      reply.features.length < pageSize &&
      !reply.exceededTransferLimit &&
      !reply.properties?.exceededTransferLimit;
    if (isLast || reply.features.length === 0) return shapesOf(units);
    offset += reply.features.length;
  }
  throw new OutboundError('unusable', 'The critical habitat service has pages without an end.');
}

function pageAddress(layerUrl: string, scientificName: string, offset: number): string {
  const query = new URLSearchParams({
    // A quote inside of a name would end the text.
    where: `sciname='${scientificName.replaceAll("'", "''")}'`,
    outFields: 'comname,sciname,unitname',
    outSR: '4326',
    maxAllowableOffset: String(serviceTolerance.degrees),
    geometryPrecision: '6',
    f: 'geojson',
    resultOffset: String(offset),
    resultRecordCount: String(pageSize),
  });
  return `${layerUrl.replace(/\/+$/, '')}/query?${query}`;
}

function readReply(value: unknown): z.infer<typeof replySchema> {
  const parsed = replySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const refusal = refusalSchema.safeParse(value);
  throw new OutboundError(
    'unusable',
    refusal.success
      ? `The critical habitat service refused the question (${refusal.data.error.code ?? 'without a code'}).`
      : 'The critical habitat service answered with something else than features.',
  );
}

function shapesOf(units: readonly HabitatUnit[]): HabitatShape[] {
  try {
    return habitatShapes(units, {
      source,
      approximate: false,
      tolerance_meters: serviceTolerance.meters,
    });
  } catch (cause) {
    if (!(cause instanceof HabitatTooLargeError)) throw cause;
    throw new OutboundError('unusable', cause.message, { cause });
  }
}

/** A cell, plain or as `{ value }`. */
function text(cell: unknown): string | null {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null;
}
