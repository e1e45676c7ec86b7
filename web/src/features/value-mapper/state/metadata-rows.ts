import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';

export interface MetadataRow {
  readonly name: string;
  readonly text: string;
}

const unknown = '—';

/** The known facts about a raster, by the specification's display rules. */
export function metadataRows(raster: ValueRaster): readonly MetadataRow[] {
  const rows: [name: string, text: string | null][] = [
    ['Data File Name', raster.data_file_name],
    ['Data File Size', megabytes(raster.data_file_size)],
    ['Driver', raster.driver],
    ['Data Type', raster.data_type],
    ['Number of Bands', numberOr(raster.num_of_bands)],
    ['Band Shown', String(raster.band)],
    ['No Data Value', raster.no_data_val === null ? 'None' : String(raster.no_data_val)],
    ['Minimum', numberOr(raster.dataset_min_val)],
    ['Maximum', numberOr(raster.dataset_max_val)],
    ['Mean', rounded(raster.mean)],
    ['Standard Deviation', rounded(raster.standard_deviation)],
    ['Height', exponent(raster.height, 'pixels')],
    ['Width', exponent(raster.width, 'pixels')],
    ['Pixel Count', exponent(raster.pixel_count)],
    ['Pixels', wholePixels(raster)],
    ["Pixel Resolution (file's own units)", ownResolution(raster)],
    ['Pixel Resolution (EPSG:4326)', resolution(raster.pixel_resolution_epsg_4326, degrees)],
    ['Pixel Resolution (EPSG:3857)', resolution(raster.pixel_resolution_epsg_3857, meters)],
    ['Original Data Reference System', systemName(raster.original_data_crs)],
    ['Data Reference System', systemName(raster.data_crs)],
    ['Geospatial Reference System', systemName(raster.geospatial_crs)],
    ['Bounding Box (west, south, east, north)', decimals(raster.bounding_box)],
    ['Bounds (left, bottom, right, top)', decimals(raster.bounds)],
    ['Center (latitude, longitude)', decimals(raster.center_coords)],
    ['Image File Name', raster.img_file_name],
    ['Image File Size', raster.img_file_size === null ? null : megabytes(raster.img_file_size)],
  ];
  return rows.map(([name, text]) => ({ name, text: text ?? unknown }));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function exponent(value: number | null, unit?: string): string | null {
  if (value === null) return null;
  const text = value.toExponential(3);
  return unit === undefined ? text : `${text} ${unit}`;
}

/** The size in whole numbers: the specified fields have it with four digits only. */
function wholePixels({ width, height, pixel_count: count }: ValueRaster): string | null {
  if (width === null || height === null || count === null) return null;
  const [across, down, all] = [width, height, count].map((each) => each.toLocaleString('en-US'));
  return `${across} × ${down} = ${all}`;
}

/** A pixel's width and height in the units of the reference system that the file is in. */
function ownResolution({ bounds, width, height, data_crs: crs }: ValueRaster): string | null {
  if (bounds === null || width === null || height === null) return null;
  const [left, bottom, right, top] = bounds;
  const sides = [(right - left) / width, (top - bottom) / height].map(rounded);
  return `${sides.join(' × ')}${crs === null ? '' : ` in ${crs}`}`;
}

function decimals(values: readonly number[] | null): string | null {
  return values?.map((value) => value.toFixed(3)).join(', ') ?? null;
}

function numberOr(value: number | null): string | null {
  return value === null ? null : String(value);
}

/** A number that was computed, in as many digits as float32 holds. */
function rounded(value: number | null): string | null {
  return value === null ? null : String(Number(value.toPrecision(7)));
}

function resolution(
  sides: readonly [number, number] | null,
  write: (side: number) => string,
): string | null {
  return sides?.map(write).join(' × ') ?? null;
}

function meters(side: number): string {
  return `${side.toFixed(1)} m`;
}

function degrees(side: number): string {
  return `${side.toExponential(3)}°`;
}

/** The names of reference systems that people know better than their codes. */
const describedSystems: Readonly<Record<string, string>> = {
  'EPSG:3857': 'EPSG:3857, WGS 84 / Pseudo-Mercator (Web Mercator), in meters',
  'EPSG:4326': 'EPSG:4326, WGS 84 (World Geodetic System 1984), in degrees',
};

function systemName(name: string | null): string | null {
  return name && (describedSystems[name] ?? name);
}
