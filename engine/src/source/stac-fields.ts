/** Assets that no run reads, by their names in Earth Search and Planetary Computer. */
const unreadAssets = [
  ...['*-jp2', 'aot', 'cloud', 'coastal', 'nir08', 'nir09', 'rededge1', 'rededge2', 'rededge3'],
  ...['snow', 'visual', 'wvp', 'preview', 'thumbnail'],
  ...['granule_metadata', 'product_metadata', 'tileinfo_metadata'],
  ...['AOT', 'B01', 'B05', 'B06', 'B07', 'B8A', 'B09', 'WVP', 'tilejson', 'rendered_preview'],
  ...['safe-manifest', 'granule-metadata', 'inspire-metadata', 'product-metadata'],
  ...['datastrip-metadata'],
];

/** Fields of an asset that do not matter for reading it. */
const unreadOfAssets = [
  ...['title', 'roles', 'gsd', 'eo:bands', 'proj:shape', 'proj:transform', 'proj:bbox'],
  ...['file:checksum', 'file:size'],
];

/**
 * The fields that a search asks for (fields extension). They are a quarter of the 20 kB that Earth
 * Search has on a scene. Wanted fields are named because pgstac returns nothing else. Unwanted
 * fields are named because stac-server returns everything below `assets`; it accepts `*` for any
 * name, which pgstac ignores.
 */
export const readFields = {
  include: ['id', 'type', 'collection', 'geometry', 'properties', 'assets', 'links'],
  exclude: [
    ...unreadAssets.map((name) => `assets.${name}`),
    ...unreadOfAssets.map((name) => `assets.*.${name}`),
    'properties.s2:*_percentage',
  ],
} as const;
