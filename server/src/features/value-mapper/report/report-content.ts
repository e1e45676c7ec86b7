import type { ProjectReportSettings } from '@refugia/contract/report.ts';
import type { ValueAreas } from '@refugia/contract/value-mapper/rasters.ts';
import type { RasterFacts, ValuedRasterFacts } from '@refugia/engine/ingest/index.ts';
import { colourOfValue, type Valuation } from '@refugia/engine/valuation/index.ts';
import sharp from 'sharp';
import { ApiFailure } from '../../../platform/http/failure.ts';
import {
  decodePicture,
  locatorPixels,
  logoPixels,
  onGround,
  overPicture,
} from '../../../services/report/report-pictures.ts';
import {
  boundsOf,
  frameOf,
  renderPicture,
  type StoredLayer,
} from '../../../services/tiles/picture.ts';
import type { CombinedRow, LayerRow, ProjectRow, RasterRow, ValuedRow } from '../access.ts';
import { listLayers } from '../layers/queries.ts';
import { describeAreas } from '../rasters/describe.ts';
import { combinedOfProject, findLayer, findValuedLayer } from '../stored/stored-queries.ts';
import { drawnCombined, drawnLayer, paletteOf } from '../stored/valuations.ts';
import type { ValueMapperContext } from '../value-mapper-context.ts';

/** Pixels along the longer side of the map: 150 for an inch of paper. */
const mapPixels = 1_100;
const chipPixels = 400;
/** A color that no palette has, where there is no value. */
const noValueColor = '#dce8f2';
const scalePixels = { width: 512, height: 16 };

type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The base map, and where it lies. */
interface Ground {
  readonly picture: Buffer;
  readonly bounds: Bounds;
}
interface Grounded {
  readonly ground: Ground | undefined;
}

/** A layer that has values, and all that is known of it. */
export interface ReportedLayer {
  readonly layer: LayerRow;
  readonly raster: RasterRow;
  readonly facts: RasterFacts;
  readonly valued: ValuedRow;
  readonly valuation: Valuation;
  readonly picture: Buffer;
}

/** Values whose areas the report shows. */
export interface ReportedAreas {
  readonly label: string;
  readonly areas: ValueAreas;
}

export interface ProjectReport {
  readonly project: ProjectRow;
  readonly settings: ProjectReportSettings;
  readonly brandName: string;
  readonly logo: Buffer | undefined;
  readonly locator: { readonly picture: Buffer; readonly aspect: number } | undefined;
  readonly layers: readonly ReportedLayer[];
  readonly combined: CombinedRow | undefined;
  /** The map: of the combined values, or of the uppermost layer. */
  readonly map: {
    readonly label: string;
    /** Over the base map, if there is one. */
    readonly picture: Buffer;
    readonly bounds: Bounds;
    readonly aspect: number;
    readonly scale: Buffer;
    readonly range: readonly [min: number, max: number];
  };
  readonly areas: readonly ReportedAreas[];
}

/**
 * Gathers what the report of a project shows.
 * @throws {ApiFailure} 400 for a logo or a map that is no picture, 404 when a file is not there, 409 for a
 *   project without values
 */
export async function gatherReport(
  context: ValueMapperContext,
  project: ProjectRow,
  settings: ProjectReportSettings,
  signal: AbortSignal,
): Promise<ProjectReport> {
  const { orm } = context;
  const logo = await decodePicture('logo', settings.logo, logoPixels);
  const locator = await decodePicture('locator', settings.locator?.picture, locatorPixels);
  const below = await decodePicture('ground', settings.ground?.picture, locatorPixels);
  const ground = below && settings.ground && { ...below, bounds: settings.ground.bounds };
  const { whole: combined } = await combinedOfProject(orm, project.id);
  const ids = new Set([
    ...(combined?.combination.layers.map(({ data_layer }) => data_layer) ?? []),
    ...(await listLayers(orm, project.id)).toReversed().map(({ id }) => id),
  ]);
  const layers: ReportedLayer[] = [];
  for (const id of ids) {
    const layer = await gatherLayer(context, id, signal);
    if (layer) layers.push(layer);
  }
  const [uppermost] = layers;
  if (!uppermost) {
    const sentence = 'This project has no values yet. Please give a layer a valuation curve first.';
    throw new ApiFailure(409, 'not_valued', sentence);
  }
  return {
    project,
    settings,
    brandName: context.platform.config.brandName,
    logo: logo?.picture,
    locator,
    layers,
    combined,
    map: combined
      ? await mapOfCombined(context, { combined, layers, ground }, signal)
      : await mapOfLayer(context, { ...uppermost, ground }, signal),
    areas: [
      ...areasOf('Combined value', combined?.facts),
      ...layers.flatMap(({ layer, valued }) => areasOf(layer.label, valued.facts)),
    ],
  };
}

function areasOf(label: string, facts: ValuedRasterFacts | null | undefined): ReportedAreas[] {
  const areas = describeAreas(facts?.areas);
  return areas && areas.hectares.length > 0 ? [{ label, areas }] : [];
}

async function gatherLayer(
  context: ValueMapperContext,
  layerId: number,
  signal: AbortSignal,
): Promise<ReportedLayer | undefined> {
  const { orm } = context;
  const layer = await findLayer(orm, layerId);
  const found = await findValuedLayer(orm, layerId);
  if (!layer || !found) return undefined;
  const place = { bounds: found.facts.bounds, pixels: chipPixels };
  const { picture } = await drawMap(
    context,
    drawnLayer(context.platform.storage, found),
    place,
    signal,
  );
  const side = { width: chipPixels, height: chipPixels };
  const chip = await sharp(picture)
    .resize({ ...side, fit: 'contain', background: noValueColor })
    .jpeg({ quality: 88 })
    .toBuffer();
  return { layer, ...found, picture: chip };
}

async function drawMap(
  { tiles }: ValueMapperContext,
  stored: StoredLayer,
  { bounds, pixels, ground }: { bounds: Bounds; pixels: number; ground?: Ground | undefined },
  signal: AbortSignal,
) {
  const frame = frameOf(ground?.bounds ?? bounds, pixels);
  const png = await renderPicture(tiles, [stored], frame, signal);
  if (!png) throw new ApiFailure(404, 'file_not_found', 'This file has been removed.');
  return {
    picture: await (ground ? overPicture(png, ground.picture) : onGround(png, noValueColor)),
    bounds: boundsOf(frame),
    aspect: frame.width / frame.height,
  };
}

async function mapOfLayer(
  context: ValueMapperContext,
  reported: ReportedLayer & Grounded,
  signal: AbortSignal,
): Promise<ProjectReport['map']> {
  const { layer, facts, valued, ground } = reported;
  const place = { bounds: facts.bounds, pixels: mapPixels, ground };
  const stored = drawnLayer(context.platform.storage, reported);
  const drawn = await drawMap(context, stored, place, signal);
  return { ...drawn, label: layer.label, ...(await scaleOf(valued.palette, valued.facts)) };
}

async function mapOfCombined(
  context: ValueMapperContext,
  {
    combined,
    layers,
    ground,
  }: { combined: CombinedRow; layers: readonly ReportedLayer[] } & Grounded,
  signal: AbortSignal,
): Promise<ProjectReport['map']> {
  const { layers: parts, color_palette } = combined.combination;
  const taking = layers.filter(({ layer }) => parts.some((part) => part.data_layer === layer.id));
  // The result lies where the layers overlap, or within them all.
  const bounds = unionOf((taking.length > 0 ? taking : layers).map(({ facts }) => facts.bounds));
  const stored = drawnCombined(context.platform.storage, combined);
  const drawn = await drawMap(context, stored, { bounds, pixels: mapPixels, ground }, signal);
  return { ...drawn, label: 'Combined value', ...(await scaleOf(color_palette, combined.facts)) };
}

function unionOf(boxes: readonly Bounds[]): Bounds {
  const all = (index: number) => boxes.map((box) => box[index] ?? 0);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
}

/** The colors of the values that occur, from the smallest at the left. */
async function scaleOf(palette: ValuedRow['palette'], facts: ValuedRasterFacts | null) {
  const colours = paletteOf(palette);
  const statistics = facts?.statistics;
  const range = [statistics?.minimum ?? -1, statistics?.maximum ?? 1] as const;
  const { width, height } = scalePixels;
  const bytes = Buffer.alloc(width * height * 3);
  for (let column = 0; column < width; column++) {
    const value = range[0] + ((range[1] - range[0]) * column) / (width - 1);
    const colour = colourOfValue(value, colours);
    for (let row = 0; row < height; row++) bytes.set(colour, (row * width + column) * 3);
  }
  const scale = await sharp(bytes, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { scale, range };
}
