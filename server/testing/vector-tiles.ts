import { gunzipSync } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature, Position } from 'geojson';
import { PbfReader } from 'pbf';

/** A vector tile of some layers, which is not packed. */
export function vectorTileOf(
  layers: Readonly<Record<string, Feature[]>>,
  { z, x, y } = { z: 0, x: 0, y: 0 },
): Uint8Array {
  const cut = Object.entries(layers).map(([name, features]) => {
    const index = new GeoJSONVT({ type: 'FeatureCollection', features }, { maxZoom: 14 });
    return [name, index.getTile(z, x, y)!] as const;
  });
  return fromGeojsonVt(Object.fromEntries(cut), { version: 2, extent: 4096 });
}

export const point = (properties: GeoJSON.GeoJsonProperties, coordinates: Position): Feature => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates },
});

/** The layers of a tile that is packed by gzip. */
export const layersIn = (bytes: Uint8Array): VectorTile['layers'] =>
  new VectorTile(new PbfReader(gunzipSync(bytes))).layers;
