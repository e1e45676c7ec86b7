import { z } from 'zod';
import type { Outbound } from '../../platform/outbound/outbound.ts';

/** One listing of a species, as the federal catalogue has it. */
const catalogueRowSchema = z.object({
  commonName: z.string().nullable(),
  scientificName: z.string().nullable(),
  status: z.string().nullable(),
  description: z.string().nullable(),
  listingDate: z.string().nullable(),
  listingId: z.number().nullable(),
});
type CatalogueRow = z.infer<typeof catalogueRowSchema>;

/** Stored replies are read with this schema, too. */
export const catalogueRecordSchema = z.object({
  rows: z.array(catalogueRowSchema),
  /** The address of the catalogue's picture, if there is one. */
  imageUrl: z.string().nullable(),
});
type CatalogueRecord = z.infer<typeof catalogueRecordSchema>;

const speciesColumns = 'cn,sn,status,desc,listing_date,id,sid,range_envelope,range_shapefile';
const columns = `/species@${speciesColumns};/species/speciesImage@image_url`;
const columnOf = {
  commonName: 0,
  scientificName: 1,
  status: 2,
  description: 3,
  listingDate: 4,
  listingId: 5,
  imageUrl: 9,
} as const;

/** The most rows for one species: its listed populations, each repeated for each picture. */
const maxRows = 20;

const replySchema = z.object({ data: z.array(z.array(z.unknown())) });

/**
 * Fetches what ECOS' report on species says about one species.
 * @param ecosUrl its address up to `/ecp`
 * @returns null when it does not know the species
 * @throws OutboundError
 */
export async function fetchCatalogueRecord(
  outbound: Outbound,
  ecosUrl: string,
  speciesId: number,
): Promise<CatalogueRecord | null> {
  const query = { format: 'json', columns, filter: `/species@sid = ${speciesId}` };
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const report = `${ecosUrl.replace(/\/+$/, '')}/pullreports/catalog/species/report/species/export`;
  const parsed = replySchema.safeParse(await outbound.getJson(`${report}?${text.join('&')}`));
  if (!parsed.success) {
    throw outbound.unusable('The species catalogue answered with something else than rows.');
  }
  const { data } = parsed.data;
  const rows = new Map(
    data.map((cells) => readRow(cells)).map((row) => [JSON.stringify(row), row]),
  );
  const images = data.map((cells) => linkIn(cells[columnOf.imageUrl], ecosUrl));
  const imageUrl = images.find((each) => each !== null && outbound.allows(each)) ?? null;
  const named = [...rows.values()].filter(({ commonName }) => commonName !== null);
  return named.length === 0 ? null : { rows: named.slice(0, maxRows), imageUrl };
}

function readRow(cells: readonly unknown[]): CatalogueRow {
  const listingId = Number(textIn(cells[columnOf.listingId]) ?? Number.NaN);
  return {
    commonName: textIn(cells[columnOf.commonName]),
    scientificName: textIn(cells[columnOf.scientificName]),
    status: textIn(cells[columnOf.status]),
    description: textIn(cells[columnOf.description]),
    listingDate: textIn(cells[columnOf.listingDate]),
    listingId: Number.isSafeInteger(listingId) ? listingId : null,
  };
}

/** The text of a cell, which is plain or, where it is linked, `{ value, url }`. */
function textIn(cell: unknown): string | null {
  const value = isLinked(cell) ? cell.value : cell;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null;
}

/** The address in a cell: its link, or its text. Old addresses are listed without TLS. */
function linkIn(cell: unknown, base: string): string | null {
  const link = isLinked(cell) ? (cell.url ?? cell.value) : cell;
  if (typeof link !== 'string' || link.length > 1_000) return null;
  const address = URL.parse(link.trim(), base)?.href ?? null;
  return address?.replace(/^http:(?=\/\/([\w-]+\.)*fws\.gov\/)/, 'https:') ?? null;
}

function isLinked(cell: unknown): cell is { value?: unknown; url?: unknown } {
  return typeof cell === 'object' && cell !== null && !Array.isArray(cell);
}
