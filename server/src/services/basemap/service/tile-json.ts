import type { Bounds } from '@refugia/engine/geo/bounds.ts';
import { z } from 'zod';
import { joinCredits, schemaCredits } from '../credits.ts';
import type { VectorSchema } from '../sources.ts';
import { schemaOf } from '../tile-check.ts';

export interface Located {
  readonly template: string;
  readonly minZoom: number;
  readonly maxZoom: number;
  readonly bounds?: Readonly<Bounds> | undefined;
  readonly attribution?: string;
  readonly schemas?: readonly VectorSchema[];
}

/** The fields of TileJSON 3.0.0 that are used here. */
const tileJsonSchema = z.object({
  tiles: z.array(z.string().max(2_000)).min(1).max(20),
  minzoom: z.int().min(0).max(24).default(0),
  maxzoom: z.int().min(0).max(24).default(14),
  bounds: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .refine(([west, south, east, north]) => west < east && south < north)
    .optional()
    .catch(undefined),
  scheme: z.literal('xyz').default('xyz'),
  attribution: z.string().optional(),
  vector_layers: z
    .array(z.object({ id: z.string() }))
    .max(200)
    .optional(),
});

/**
 * Reads a TileJSON document.
 * @param mayAsk whether tiles of an address may be asked for
 * @throws {TypeError} which says what is wrong with it; {SyntaxError} for what is no JSON
 */
export function readTileJson(bytes: Uint8Array, mayAsk: (address: string) => boolean): Located {
  const parsed = tileJsonSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  if (!parsed.success) {
    throw new TypeError(`its TileJSON is wrong at "${parsed.error.issues[0].path.join('.')}"`);
  }
  const { tiles, minzoom, maxzoom, bounds, attribution, vector_layers: layers } = parsed.data;
  const template = tiles.find((each) => ['{z}', '{x}', '{y}'].every((part) => each.includes(part)));
  if (template === undefined) throw new TypeError('its TileJSON names no addresses of tiles');
  if (!mayAsk(addressOf(template, { z: 0, x: 0, y: 0 }))) {
    throw new TypeError('its TileJSON leads to another host');
  }
  const schema = schemaOf(layers?.map(({ id }) => id) ?? []);
  if (schema === undefined) {
    throw new TypeError("its tiles are in neither OpenMapTiles' nor Protomaps' schema");
  }
  return {
    template,
    minZoom: minzoom,
    maxZoom: maxzoom,
    bounds,
    attribution: joinCredits([attribution ?? '']) || schemaCredits[schema],
    schemas: [schema],
  };
}

export function addressOf(template: string, address: { z: number; x: number; y: number }): string {
  return template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(address[name]));
}
