import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import type { ChangeKind, Severity } from '../../change/index.ts';
import type { WorkArea } from '../../composite/types.ts';
import { type CoordinateTransform, coordinateTransform } from '../../crs/transform.ts';
import { cutAtAntimeridian } from '../../geo/antimeridian.ts';
import { areaBounds, areaOfPolygons } from '../../geo/bounds.ts';
import { pixelToCrs } from '../../raster/grid.ts';
import { outlinePixels } from '../../raster/outline.ts';
import { forEachSpanOf, type PixelLayout } from '../../raster/pixel-layout.ts';
import {
  changePalette,
  paletteKinds,
  paletteSeverities,
  patchName,
} from '../../render/change-palette.ts';
import { writeWhole } from '../../tiff/index.ts';
import { writeCsv, writeKml, writeShapefileZip } from '../../vector/index.ts';
import { type Confidence, confidenceClass } from '../measure/confidence-class.ts';
import type { PatchIndices, SpectralIndex } from '../measure/patch-indices.ts';
import type { ChangePatch } from '../measure/patches.ts';

/** Means of spectral indices, such as `ndvi_before`, where both pictures have the bands. */
type IndexProperties = { readonly [Name in `${SpectralIndex}_${'before' | 'after'}`]?: number };

/** A patch as it is listed and downloaded. */
export type PatchFeature = Feature<
  Polygon | MultiPolygon,
  {
    /** Its rank by area: 1 is the largest. */
    readonly id: number;
    readonly kind: ChangeKind;
    /** Left out if the method does not tell severity. */
    readonly severity?: Severity;
    readonly hectares: number;
    /** A point inside of the patch. */
    readonly longitude: number;
    readonly latitude: number;
    /** The estimated probability that it is right, 0 to 1, and its word; left out where it is not known. */
    readonly confidence?: number;
    readonly confidence_class?: Confidence;
  } & IndexProperties
> & { bbox: [number, number, number, number] };

export interface PatchFileLimits {
  /** How many of the largest patches are written. */
  maxPatches: number;
  /** No further patch is written after this many corners. */
  maxCorners: number;
}

const defaultLimits: PatchFileLimits = { maxPatches: 20_000, maxCorners: 1_000_000 };

/** About 0.1 m. */
const decimals = 6;
const indexDecimals = 3;
const header = '{"type":"FeatureCollection","features":[\n';
const footer = '\n]}\n';

/**
 * Writes the largest patches as GeoJSON (one feature a line, for `readPatches`), KML and a zipped
 * shapefile, in longitude and latitude (WGS 84).
 *
 * @returns how many were written
 */
export async function writePatchFiles(
  files: { patches: string; patchesKml: string; patchesShapefile: string },
  patches: readonly ChangePatch[],
  workArea: Pick<WorkArea, 'grid' | 'layout'>,
  limits: PatchFileLimits = defaultLimits,
): Promise<number> {
  const features = patchFeatures(patches, workArea, limits);
  await writeWhole(files.patches, writePatchFormat.geojson(features));
  await writeWhole(files.patchesKml, writePatchFormat.kml(features));
  await writeWhole(files.patchesShapefile, writePatchFormat.zip(features));
  return features.length;
}

/**
 * Writes patches, perhaps with more properties than theirs, for a GIS or a spreadsheet, in longitude
 * and latitude (WGS 84).
 */
export const writePatchFormat = {
  geojson: (features: readonly PatchFeature[]): string =>
    `${header}${features.map((feature) => JSON.stringify(feature)).join(',\n')}${footer}`,
  kml: (features: readonly PatchFeature[]): string =>
    writeKml(
      features.map((feature) => {
        const { id, kind, severity } = feature.properties;
        const name = `${id}: ${patchName(kind, severity)}`;
        return { ...feature, properties: { name, ...feature.properties } };
      }),
      {
        name: 'Patches of change',
        styles: [...paletteKinds, ...paletteSeverities].map((id) => ({
          id,
          colour: changePalette[id].colour,
        })),
        styleOf: ({ properties }) => String(properties.severity ?? properties.kind),
      },
    ),
  /** A zipped shapefile. */
  zip: (features: readonly PatchFeature[]): Uint8Array =>
    writeShapefileZip(features, { name: 'patches' }),
  csv: (features: readonly PatchFeature[]): string => writeCsv(features),
};

/**
 * Reads some of the patches from the GeoJSON that `writePatchFiles` wrote, the largest first. It
 * reads no further than it must, and closes what it reads. Rejects if reading fails.
 */
export async function readPatches(
  input: Readable,
  { offset, limit }: { offset: number; limit: number },
): Promise<PatchFeature[]> {
  const found: PatchFeature[] = [];
  let index = -1;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (!line.startsWith('{"type":"Feature",')) continue;
      index++;
      if (index < offset) continue;
      if (found.length === limit) break;
      found.push(JSON.parse(line.replace(/,$/, '')) as PatchFeature);
    }
  } finally {
    input.destroy();
  }
  return found;
}

function patchFeatures(
  patches: readonly ChangePatch[],
  { grid, layout }: Pick<WorkArea, 'grid' | 'layout'>,
  { maxPatches, maxCorners }: PatchFileLimits,
): PatchFeature[] {
  if (grid.epsg === undefined)
    throw new RangeError('A grid without a CRS lies nowhere on the map.');
  const toLonLat = coordinateTransform(grid.epsg, 4326);
  const place: CoordinateTransform = (column, row) => {
    const [longitude, latitude] = toLonLat(...pixelToCrs(grid.affine, column, row));
    return [round(longitude), round(latitude)];
  };
  const features: PatchFeature[] = [];
  let corners = 0;
  for (const patch of patches.slice(0, maxPatches)) {
    if (corners >= maxCorners) break;
    const polygons = outlinePixels(patch.pixels, layout).flatMap((rings) =>
      cutAtAntimeridian(rings.map((ring) => ring.map(([column, row]) => place(column, row)))),
    );
    corners += polygons.flat(2).length;
    features.push(featureOf(patch, polygons, place(...pointInside(patch, layout))));
  }
  return features;
}

function featureOf(
  { id, kind, severity, hectares, confidence, indices = {} }: ChangePatch,
  polygons: Position[][][],
  [longitude, latitude]: readonly [number, number],
): PatchFeature {
  return {
    type: 'Feature',
    id,
    bbox: boundsOf(polygons),
    properties: {
      id,
      kind,
      ...(severity && { severity }),
      hectares: Number(hectares.toFixed(4)),
      longitude,
      latitude,
      ...indexProperties(indices),
      ...(confidence !== undefined && {
        confidence: Number(confidence.toFixed(2)),
        confidence_class: confidenceClass(confidence),
      }),
    },
    geometry: areaOfPolygons(polygons),
  };
}

function indexProperties(indices: PatchIndices): IndexProperties {
  return Object.fromEntries(
    Object.entries(indices).flatMap(([index, { before, after }]) => [
      [`${index}_before`, Number(before.toFixed(indexDecimals))],
      [`${index}_after`, Number(after.toFixed(indexDecimals))],
    ]),
  );
}

/** The centre of the pixel that is nearest to the patch's centre of mass. */
function pointInside({ pixels }: ChangePatch, layout: PixelLayout): [column: number, row: number] {
  let [columns, rows] = [0, 0];
  forEachSpanOf(layout, pixels, (row, start, end) => {
    columns += ((start + end - 1) / 2) * (end - start);
    rows += row * (end - start);
  });
  const [middleColumn, middleRow] = [columns / pixels.length, rows / pixels.length];
  let [nearestColumn, nearestRow] = [0, 0];
  let smallest = Number.POSITIVE_INFINITY;
  forEachSpanOf(layout, pixels, (row, start, end) => {
    for (let column = start; column < end; column++) {
      const distance = Math.hypot(column - middleColumn, row - middleRow);
      if (distance >= smallest) continue;
      smallest = distance;
      [nearestColumn, nearestRow] = [column, row];
    }
  });
  return [nearestColumn + 0.5, nearestRow + 0.5];
}

/** RFC 7946, section 5.2: across the antimeridian, west is greater than east. */
function boundsOf(polygons: Position[][][]): [number, number, number, number] {
  const [west, south, east, north] = areaBounds({ type: 'MultiPolygon', coordinates: polygons });
  return [west, south, east > 180 ? round(east - 360) : east, north];
}

function round(degrees: number): number {
  return Number(degrees.toFixed(decimals));
}
