import type { MultiPolygon, Polygon } from 'geojson';
import { type BandName, bandNames, type Scene, type SceneAsset } from './scene.ts';

/** The parts of a STAC item that are read. Every field may be missing or of another type. */
interface StacItem {
  id?: unknown;
  collection?: unknown;
  geometry?: unknown;
  properties?: Record<string, unknown>;
  assets?: Record<string, StacAsset | undefined>;
  links?: { rel?: unknown; href?: unknown }[];
}

interface StacAsset {
  href?: unknown;
  type?: unknown;
  nodata?: unknown;
  'raster:bands'?: StacBand[];
  'eo:bands'?: { common_name?: unknown }[];
  bands?: StacBand[];
}

interface StacBand {
  name?: unknown;
  nodata?: unknown;
  scale?: unknown;
  offset?: unknown;
  'raster:scale'?: unknown;
  'raster:offset'?: unknown;
}

/** A scene, and what distinguishes it from other processings of the same acquisition. */
export interface CataloguedScene {
  readonly scene: Scene;
  /** The same for every processing of one acquisition of one tile. */
  readonly acquisition: string;
  /** Sortable: the newest processing of an acquisition is the largest. */
  readonly processing: string;
}

/**
 * The names of each band in catalogues: Earth Search and stactools, Planetary Computer, the common
 * names.
 */
const assetKeys: Record<BandName | 'classification', readonly string[]> = {
  blue: ['blue', 'B02'],
  green: ['green', 'B03'],
  red: ['red', 'B04'],
  nir: ['nir', 'B08'],
  swir1: ['swir16', 'B11'],
  swir2: ['swir22', 'B12'],
  classification: ['scl', 'SCL'],
};

const offsetBaseline = 4;
/**
 * The offset, in reflectance, that files of Sentinel-2 L2A have to add since processing baseline 04.00 (2022-01-25):
 * their numbers are larger by 1,000.
 */
export const offsetOfBaseline4 = -0.1;

/**
 * Converts a STAC item of a Sentinel-2 L2A collection (Earth Search v1, Planetary Computer,
 * stactools) to a scene. The result is undefined if the item has no date, no outline, or no GeoTIFF
 * band. `catalogueUrl` resolves the relative addresses of an item without a link to itself.
 */
export function sceneOfItem(json: unknown, catalogueUrl: string): CataloguedScene | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const item: StacItem = json;
  const properties = item.properties ?? {};
  const { id } = item;
  const datetime = text(properties.datetime) ?? text(properties.start_datetime);
  const footprint = polygonal(item.geometry);
  if (typeof id !== 'string' || !datetime || Number.isNaN(Date.parse(datetime)) || !footprint) {
    return undefined;
  }
  const base = itemUrl(item, catalogueUrl);
  const bands: Partial<Record<BandName, SceneAsset>> = {};
  for (const name of bandNames) {
    const asset = findAsset(item, name, base, properties);
    if (asset) bands[name] = asset;
  }
  if (Object.keys(bands).length === 0) return undefined;
  const scene: Scene = {
    id,
    collection: text(item.collection) ?? '',
    datetime: new Date(datetime).toISOString(),
    platform: text(properties.platform),
    cloudCoverPercent: finite(properties['eo:cloud_cover']),
    footprint,
    epsg: epsgOf(properties),
    bands,
    classification: findAsset(item, 'classification', base, properties),
  };
  return { scene, ...identify(scene, properties) };
}

/**
 * Identifies the acquisition of an item. It may be listed several times: after reprocessing, or in
 * two collections. The datastrip's sensing time distinguishes two acquisitions of one day, and the
 * parts of a divided pass.
 */
function identify(
  scene: Scene,
  properties: Record<string, unknown>,
): { acquisition: string; processing: string } {
  const tile =
    text(properties['grid:code'])?.replace(/^MGRS-0?/, '') ??
    text(properties['s2:mgrs_tile'])?.replace(/^0/, '') ??
    JSON.stringify(scene.footprint.coordinates);
  const sensing =
    /_S(\d{8}T\d{6})/.exec(text(properties['s2:datastrip_id']) ?? '')?.[1] ??
    scene.datetime.slice(0, 16);
  const baseline = String(baselineOf(properties) ?? 0).padStart(6, '0');
  const generated =
    text(properties['s2:generation_time']) ??
    text(properties.updated) ??
    text(properties.created) ??
    '';
  return { acquisition: `${tile} ${sensing}`, processing: `${baseline} ${generated}` };
}

function findAsset(
  item: StacItem,
  name: BandName | 'classification',
  base: string,
  properties: Record<string, unknown>,
): SceneAsset | undefined {
  for (const key of assetKeys[name]) {
    const asset = item.assets?.[key];
    const href = asset && geoTiffHref(asset, base);
    if (!href) continue;
    const raster = asset['raster:bands']?.[0] ?? asset.bands?.[0] ?? {};
    const nodata = finite(raster.nodata) ?? finite(asset.nodata) ?? 0;
    if (name === 'classification') return { href, scale: 1, offset: 0, nodata };
    const scale = finite(raster.scale) ?? finite(raster['raster:scale']) ?? 1e-4;
    const stated = finite(raster.offset) ?? finite(raster['raster:offset']);
    return { href, scale, offset: reflectanceOffset(stated, properties), nodata };
  }
  return undefined;
}

/**
 * What has to be added to number·scale. Earth Search says that it has already subtracted the offset
 * (`boa_offset_applied`), while its bands still state it. Planetary Computer states no offset,
 * although its numbers contain it since baseline 04.00. The composite checks the result against the
 * values.
 */
function reflectanceOffset(
  stated: number | undefined,
  properties: Record<string, unknown>,
): number {
  if (properties['earthsearch:boa_offset_applied'] === true) return 0;
  if (stated !== undefined) return stated;
  return (baselineOf(properties) ?? 0) >= offsetBaseline ? offsetOfBaseline4 : 0;
}

function baselineOf(properties: Record<string, unknown>): number | undefined {
  const value = properties['s2:processing_baseline'] ?? properties['processing:version'];
  const baseline = Number.parseFloat(String(value));
  return Number.isNaN(baseline) ? undefined : baseline;
}

/** The address of an asset that this engine can read: a GeoTIFF over HTTP, not JPEG 2000 or S3. */
function geoTiffHref(asset: StacAsset, base: string): string | undefined {
  const href = text(asset.href);
  if (!href) return undefined;
  const url = URL.parse(href, base);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined;
  const type = text(asset.type);
  const isTiff = type ? type.startsWith('image/tiff') : /\.tiff?$/i.test(url.pathname);
  return isTiff ? url.href : undefined;
}

function itemUrl(item: StacItem, catalogueUrl: string): string {
  const self = item.links?.find(({ rel }) => rel === 'self');
  return URL.parse(text(self?.href) ?? '', catalogueUrl)?.href ?? catalogueUrl;
}

function epsgOf(properties: Record<string, unknown>): number | undefined {
  const number = finite(properties['proj:epsg']);
  if (number !== undefined) return number;
  const code = /^EPSG:(\d+)$/.exec(text(properties['proj:code']) ?? '')?.[1];
  return code === undefined ? undefined : Number(code);
}

function polygonal(geometry: unknown): Polygon | MultiPolygon | undefined {
  const { type, coordinates }: Record<string, unknown> = Object(geometry);
  const isPolygonal = type === 'Polygon' || type === 'MultiPolygon';
  return isPolygonal && Array.isArray(coordinates)
    ? (geometry as Polygon | MultiPolygon)
    : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
