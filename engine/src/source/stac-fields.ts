/** Assets that no run reads, by the names that Earth Search and Planetary Computer give them. */
const unreadAssets = [
  ...['*-jp2', 'aot', 'cloud', 'coastal', 'nir08', 'nir09', 'rededge1', 'rededge2', 'rededge3'],
  ...['snow', 'visual', 'wvp', 'preview', 'thumbnail'],
  ...['granule_metadata', 'product_metadata', 'tileinfo_metadata'],
  ...['AOT', 'B01', 'B05', 'B06', 'B07', 'B8A', 'B09', 'WVP', 'tilejson', 'rendered_preview'],
  ...['safe-manifest', 'granule-metadata', 'inspire-metadata', 'product-metadata'],
  ...['datastrip-metadata'],
];

/** Of an asset, what says nothing on how to read it. */
const unreadOfAssets = [
  ...['title', 'roles', 'gsd', 'eo:bands', 'proj:shape', 'proj:transform', 'proj:bbox'],
  ...['file:checksum', 'file:size'],
];

/**
 * What a search asks of each item by the fields extension: of the 20 kB that Earth Search has on a scene
 * a quarter. What is wanted is named, since pgstac gives nothing else; what is not wanted is named, since
 * stac-server gives everything below `assets`; it takes `*` for any name, and pgstac takes no notice.
 */
export const readFields = {
  include: ['id', 'type', 'collection', 'geometry', 'properties', 'assets', 'links'],
  exclude: [
    ...unreadAssets.map((name) => `assets.${name}`),
    ...unreadOfAssets.map((name) => `assets.*.${name}`),
    'properties.s2:*_percentage',
  ],
} as const;
