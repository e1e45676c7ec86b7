import { rasterSentence } from '@refugia/contract/raster-facts.ts';
import { valueMapperBase } from '@refugia/contract/value-mapper/projects.ts';
import type { RasterFile, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import type {
  ClassFacts,
  CrsFacts,
  RasterFacts,
  RasterHeader,
  ValueAreas,
} from '@refugia/engine/ingest/index.ts';
import { dataTileVersion } from '@refugia/engine/render/data-tile.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import type { RasterRow, ValuedRow } from '../access.ts';
import { failureSentence } from '../processing/failures.ts';
import { describeProcessing } from '../stored/processing-row.ts';
import { coarseFacts, wholeFacts } from '../stored/valuations.ts';

const filePath = (rasterId: number, file: RasterFile): string =>
  `${valueMapperBase}/rasters/${rasterId}/files/${file}`;

/** The name of a file made from an upload, such as `dem_valued.tif` for `dem.tif`. */
export function derivedName(fileName: string, ending: string): string {
  return `${fileName.replace(/\.tiff?$/i, '')}${ending}`;
}

/** Such as `EPSG:26910`, or the name of what has no code. */
const crsText = ({ epsg, name }: CrsFacts): string => (epsg === null ? name : `EPSG:${epsg}`);

function noDataNumber(text: string | null): ValueRaster['no_data_val'] {
  if (text === null) return null;
  const number = Number(text);
  return Number.isNaN(number) ? 'nan' : number;
}

/** A version for the addresses of tiles. It changes whenever the files are made anew. */
const versionOf = ({ folder }: Pick<RasterRow | ValuedRow, 'folder'>): string =>
  folder.slice(folder.lastIndexOf('/') + 1).slice(0, 8);

function zoomsOf({ maxZoom }: Pick<RasterHeader, 'maxZoom'>) {
  // The engine's zooms count tiles of 512 pixels, and those of the API tiles of 256.
  return { min_zoom: 0, max_zoom: Math.min(24, Math.ceil(maxZoom) + 1) };
}

function describeHeader(header: RasterHeader) {
  const corners = header.corners.filter((corner) => corner !== null);
  return {
    driver: 'GTiff',
    data_type: header.dataType,
    num_of_bands: header.bandCount,
    height: header.height,
    width: header.width,
    pixel_count: header.width * header.height,
    no_data_val: noDataNumber(header.nodata),
    original_data_crs: header.originalCrs && crsText(header.originalCrs),
    data_crs: crsText(header.crs),
    geospatial_crs: 'EPSG:4326',
    bounds: [...header.crsBounds],
    bounding_box: [...header.bounds],
    center_coords: [header.center[1], header.center[0]],
    pixel_resolution_epsg_3857: [...header.pixelMeters],
    pixel_resolution_epsg_4326: [...header.pixelDegrees],
    kind: header.kind,
    notes: header.notes.map(rasterSentence),
    footprint:
      corners.length === header.corners.length
        ? corners.map(([x, y]): [number, number] => [x, y])
        : null,
  } satisfies Partial<ValueRaster>;
}

const nothingKnown = {
  driver: null,
  data_type: null,
  num_of_bands: null,
  height: null,
  width: null,
  pixel_count: null,
  no_data_val: null,
  original_data_crs: null,
  data_crs: null,
  geospatial_crs: null,
  bounds: null,
  bounding_box: null,
  center_coords: null,
  pixel_resolution_epsg_3857: null,
  pixel_resolution_epsg_4326: null,
  kind: 'continuous' as const,
  notes: [],
  footprint: null,
};

function describeMeasured({ shown }: RasterFacts) {
  return {
    dataset_min_val: shown.values?.minimum ?? null,
    dataset_max_val: shown.values?.maximum ?? null,
    mean: shown.values?.mean ?? null,
    standard_deviation: shown.values?.standardDeviation ?? null,
    classes: describeClasses(shown.classes),
  };
}

function describeClasses(classes: readonly ClassFacts[] | null) {
  return (classes ?? []).map(({ value, count, colour }) => ({
    code: value,
    count,
    color: colour && hexOfColour([colour[0], colour[1], colour[2]]),
  }));
}

const nothingMeasured = {
  dataset_min_val: null,
  dataset_max_val: null,
  mean: null,
  standard_deviation: null,
  classes: [],
};

/** @param data the address template of the tiles of numbers, with their version */
function describeCoarse(row: RasterRow, data: string): ValueRaster['coarse'] {
  const facts = coarseFacts(row);
  if (!facts) return null;
  const { values, classes } = facts.shown;
  return {
    min_val: values?.minimum ?? null,
    max_val: values?.maximum ?? null,
    // The number of a class's pixels is known only when all pixels have been read.
    classes: describeClasses(classes).map((each) => ({ ...each, count: null })),
    tiles: { ...zoomsOf(facts), data: `${data}-coarse` },
  };
}

/** Describes a raster as the API shows it. What is not known yet is null. */
export function describeRaster(row: RasterRow, brandName: string): ValueRaster {
  const isDone = row.state === 'done';
  const header = row.facts;
  const whole = wholeFacts(row);
  const version = versionOf(row);
  const data = `/tiles/value/data/${row.id}/{z}/{x}/{y}.bin?v=${version}-${dataTileVersion}`;
  return {
    id: row.id,
    data_layer: row.layerId,
    data_file: filePath(row.id, 'original'),
    data_file_name: row.fileName,
    data_file_size: row.fileBytes,
    is_validated: isDone,
    processing: describeProcessing(row, failureSentence(row, brandName)),
    ...(header ? describeHeader(header) : nothingKnown),
    ...(whole ? describeMeasured(whole) : nothingMeasured),
    band: row.band,
    img_file: isDone ? filePath(row.id, 'picture') : null,
    img_file_name: isDone ? derivedName(row.fileName, '.png') : null,
    img_file_size: row.pictureBytes,
    is_img_loaded: isDone,
    tiles:
      isDone && header
        ? {
            ...zoomsOf(header),
            value: `/tiles/value/original/${row.id}/{z}/{x}/{y}.png?v=${version}`,
            data,
          }
        : null,
    coarse: describeCoarse(row, data),
  };
}

/** Describes how much ground has which value. */
export const describeAreas = (areas: ValueAreas | undefined): ValuedRaster['areas'] =>
  areas ? { first_hundredth: areas.firstHundredth, hectares: [...areas.hectares] } : null;

/** The smallest and the largest value that occur, and the ground of each. Rows of earlier versions don't tell. */
function describeOccurring({ facts, state }: ValuedRow) {
  const measured = state === 'done' ? facts : null;
  const statistics = measured?.statistics;
  return {
    areas: describeAreas(measured?.areas),
    min_val: statistics?.minimum ?? null,
    max_val: statistics?.maximum ?? null,
  };
}

function describeShape(shape: ValuedRow['coefficients']) {
  const coefficients = shape && 'A' in shape ? shape : null;
  return {
    val_fn_coeff_A: coefficients?.A ?? null,
    val_fn_coeff_B: coefficients?.B ?? null,
    val_fn_coeff_C: coefficients?.C ?? null,
    val_fn_coeff_D: coefficients?.D ?? null,
    val_fn_points: shape && 'points' in shape ? shape.points : null,
  };
}

/**
 * Describes a valued raster as the API shows it.
 * @param next the valued raster that will replace this one, if one is being built
 */
export function describeValued(
  row: ValuedRow,
  raster: RasterRow | undefined,
  next?: ValuedRow,
): ValuedRaster {
  const isDone = row.state === 'done';
  const file = (name: RasterFile) => (isDone && raster ? filePath(raster.id, name) : null);
  const named = (ending: string) =>
    isDone && raster ? derivedName(raster.fileName, ending) : null;
  const header = raster?.facts;
  return {
    id: row.id,
    data_layer: row.layerId,
    val_fn_type: row.functionType,
    ...describeShape(row.coefficients),
    color_palette_min: row.palette.min,
    color_palette_zero: row.palette.zero,
    color_palette_max: row.palette.max,
    class_values: row.classValues,
    ...describeOccurring(row),
    processing: describeProcessing(row),
    data_file: file('valued-cog'),
    data_file_name: named('_valued.tif'),
    data_file_size: isDone ? row.cogBytes : null,
    img_file: file('valued-picture'),
    img_file_name: named('_valued.png'),
    img_file_size: row.pictureBytes,
    is_img_loaded: isDone,
    tiles:
      isDone && header
        ? {
            ...zoomsOf(header),
            value: `/tiles/value/valued/${row.id}/{z}/{x}/{y}.png?v=${versionOf(row)}`,
          }
        : null,
    replacement: next ? { id: next.id, processing: describeProcessing(next) } : null,
  };
}
