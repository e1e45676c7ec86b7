import type { FileFact } from '@refugia/engine/facts/file-facts.ts';
import { expect, test } from 'vitest';
import { fileSentence, importSentences } from './file-facts.ts';

const point = { reason: { code: 'is-point' }, count: 2, examples: ['1: Well', '2'] } as const;
const line = { reason: { code: 'is-line' }, count: 1, examples: ['3'] } as const;

// The sentences are those of the product before facts were values, word for word. The tests of the
// engine's readers prove more of them, each with the file that it is about.
test.each<[FileFact, string]>([
  [{ code: 'no-features', params: { skipped: [] } }, 'The file holds no features.'],
  [
    { code: 'no-polygons', params: { skipped: [point, line] } },
    'The file holds no polygon that can be an area of interest. 2 parts (1: Well, …): Is a point, not an area. One part (3): Is a line, not an area.',
  ],
  [
    { code: 'dbf-left-out', params: { layer: 'roads', reason: { code: 'dbf-damaged' } } },
    'roads has no attributes: The attribute table (.dbf) is damaged.',
  ],
  [
    {
      code: 'converted',
      params: { layer: 'roads', crs: 'WGS 84 / UTM zone 13N', accuracyMeters: 0 },
    },
    'roads was converted from WGS 84 / UTM zone 13N to WGS 84.',
  ],
  [
    // EPSG:1777 gives 3 m.
    { code: 'converted', params: { layer: 'roads', crs: 'DHDN', accuracyMeters: 3 } },
    'roads was converted from DHDN to WGS 84. The published transformation is accurate to about 3 m.',
  ],
  [
    { code: 'converted', params: { layer: 'roads', crs: 'Minna', accuracyMeters: 12 } },
    'roads was converted from Minna to WGS 84. The published transformation is accurate to about 12 m.',
  ],
  [
    { code: 'converted', params: { layer: 'roads', crs: 'Beijing 1954', accuracyMeters: null } },
    'roads was converted from Beijing 1954 to WGS 84. No published transformation covers all of its places: there, the position may be off by up to some hundred meters.',
  ],
  [
    { code: 'too-many-items', params: { item: 'unpackedBytes', limit: 60_000_000 } },
    'The file holds more than 60,000,000 bytes, unpacked, which is more than can be imported at once. Split or simplify it.',
  ],
  [
    { code: 'too-many-items', params: { item: 'xmlElements', limit: 300_000 } },
    'The file holds more than 300,000 XML elements, which is more than can be imported at once. Split it, or leave attributes out.',
  ],
  [
    { code: 'text-too-long', params: { bytes: 20_000_001, limitBytes: 20_000_000 } },
    'The text is 21 MB long; at most 20 MB can be imported at once. Split or simplify it.',
  ],
  [
    { code: 'json-invalid', params: { line: 2, character: 7 } },
    'The file is not valid JSON: there is a mistake in line 2, character 7.',
  ],
  [
    { code: 'json-invalid', params: { near: '[1,,2]' } },
    'The file is not valid JSON: there is a mistake near [1,,2].',
  ],
  [
    { code: 'json-invalid', params: {} },
    'The file is not valid JSON: there is a mistake at its end.',
  ],
  [
    { code: 'xml-not-kml', params: { root: 'gpx' } },
    'The file is GPX, but no KML. Save it as KML, GeoJSON or a zipped shapefile.',
  ],
  [
    { code: 'xml-not-kml', params: { root: 'constructor' } },
    'The file is XML (constructor), but no KML. Save it as KML, GeoJSON or a zipped shapefile.',
  ],
  [
    { code: 'outline-simplified', params: { before: 30_000, after: 9_000, movedMeters: 9.96 } },
    'The outline was simplified from 30,000 to 9,000 corners; it moved by at most 10.0 m.',
  ],
  [
    { code: 'outline-simplified', params: { before: 30_000, after: 9_000, movedMeters: 12_600 } },
    'The outline was simplified from 30,000 to 9,000 corners; it moved by at most 13 km.',
  ],
])('%j is told', (fact, sentence) => {
  expect(fileSentence(fact)).toBe(sentence);
});

test('a text that was stored stays as it is, beside facts', () => {
  const stored = ['Rings were closed.', { code: 'stray-holes' }] as const;
  expect(importSentences({ skipped: [point], notes: stored })).toEqual({
    skipped: [{ reason: 'Is a point, not an area.', count: 2, examples: ['1: Well', '2'] }],
    notes: ['Rings were closed.', 'Holes that lie in no polygon were taken for polygons.'],
  });
});
