import type { CrsFault } from '@refugia/engine/facts/crs-facts.ts';
import type { RasterFault, RasterNote } from '@refugia/engine/facts/raster-facts.ts';
import { expect, test } from 'vitest';
import { crsSentence, rasterSentence } from './raster-facts.ts';

const name = 'Site grid';

// The sentences are those of the product before facts were values, word for word.
test.each<[RasterFault | RasterNote | string, string]>([
  ['Of 4 bands only the chosen one is kept.', 'Of 4 bands only the chosen one is kept.'],
  [
    { code: 'tiff-damaged', params: { detail: 'A tile lies beyond the end of a.tif.' } },
    'The file is damaged or was cut off. A tile lies beyond the end of a.tif.',
  ],
  [
    { code: 'block-too-large', params: { kind: 'strip', isOfAllBands: true, bytes: 9, limit: 8 } },
    'A strip of all bands of the file unpacks to 9 bytes; the limit is 8. Run gdal_translate -co TILED=YES input.tif output.tif and use the new file.',
  ],
  [
    { code: 'too-many-pixels', params: { width: 90_000, height: 90_000, limit: 4_000_000_000 } },
    'The raster has 90000 × 90000 pixels; the limit is 4000000000 in all. Run gdal_translate -outsize 50% 50% -r average input.tif output.tif and use the new file.',
  ],
  [
    { code: 'not-colors', params: { bandCount: 1, dataType: 'Float32' } },
    'The colors of a picture are at least three bands of Byte. This file has one band of Float32.',
  ],
  [
    { code: 'place-missing', params: { namesCrs: false } },
    'The file names no coordinate reference system and does not say where its pixels lie. Enter an EPSG code to see it as a picture whose pixels are one unit wide, or save it as a GeoTIFF with a georeference.',
  ],
  [
    {
      code: 'crs-not-convertible',
      params: { fault: { code: 'epsg-unknown', params: { epsg: 1 } } },
    },
    "The coordinate system EPSG:1 isn't among those that can be converted. Run gdalwarp -t_srs EPSG:4326 input.tif output.tif and use the new file.",
  ],
  [
    { code: 'shifted-within', params: { crs: 'NAD27', meters: 10 } },
    'NAD27 is placed within 10 m, by a published shift.',
  ],
  [
    { code: 'shifted-within', params: { crs: 'QND95', meters: 0 } },
    'QND95 is placed by the published shift that defines it.',
  ],
  [
    { code: 'accuracy-unknown', params: { crs: 'Minna' } },
    "How exactly Minna is placed isn't known: no published shift to WGS 84 is meant for this place.",
  ],
])('%j is told of a raster', (fact, sentence) => {
  expect(rasterSentence(fact)).toBe(sentence);
});

test.each<[CrsFault, string]>([
  [
    { code: 'crs-by-name-alone', params: { name } },
    'The coordinate system Site grid is given by its name alone. Enter its EPSG code.',
  ],
  [
    { code: 'projection-unknown', params: { name, method: 'Bonne' } },
    "The coordinate system Site grid uses the projection Bonne, which isn't among those that can be converted. Save the data in longitude and latitude (WGS 84).",
  ],
  [
    { code: 'projection-number-unknown', params: { name, method: 2 } },
    "The coordinate system Site grid uses a projection (GeoTIFF's number 2) that isn't among those that can be converted. Save the data in longitude and latitude (WGS 84).",
  ],
  [
    { code: 'datum-not-exact', params: { datum: '' } },
    "The coordinates are based on the datum without a name, which can't be converted exactly enough here: that takes a correction grid or a transformation that isn't included. Save the data in longitude and latitude (WGS 84).",
  ],
])('%j is told of a coordinate system', (fault, sentence) => {
  expect(crsSentence(fault)).toBe(sentence);
});
