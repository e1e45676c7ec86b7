import { buildShp, buildZip, pathContent, square } from '@refugia/engine/testing/vector-files.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AreaUploads, createAreaUploads } from '../../../../testing/area-uploads.ts';

let area: AreaUploads;
beforeAll(async () => {
  area = await createAreaUploads();
});
afterAll(() => area?.close());

describe('files that are made to do harm are refused, and the server goes on', () => {
  const shapefile = (shp: Buffer) => buildZip([{ path: 'a.shp', content: shp }]);
  const kmlOf = (inner: string) =>
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;
  const manyPositions = () => {
    const ring = Array.from({ length: 2_000_000 }, (_, index) => square(index % 90, 0)[index % 5]);
    return buildShp([pathContent([ring])]).shp;
  };

  test.each<[string, string, () => Uint8Array | string, RegExp]>([
    [
      'a bomb that declares its size',
      'a.kmz',
      () => buildZip([{ path: 'doc.kml', content: '', declaredBytes: 4_000_000_000 }]),
      /at most 20 MB/,
    ],
    [
      'a bomb that hides its size',
      'a.kmz',
      () =>
        buildZip([
          { path: 'doc.kml', content: Buffer.alloc(50_000_000), declaredBytes: 1_000_000 },
        ]),
      /more than the archive says/,
    ],
    [
      'shapefiles that are large together',
      'a.zip',
      () =>
        buildZip(
          Array.from({ length: 5 }, (_, index) => ({
            path: `${index}.shp`,
            content: Buffer.alloc(15_000_000),
          })),
        ),
      /60,000,000 bytes|no shapefile/,
    ],
    [
      'an archive of 65,000 files',
      'a.zip',
      () =>
        buildZip(
          Array.from({ length: 65_000 }, (_, index) => ({
            path: `${index}.shp`,
            content: '',
            isStored: true,
          })),
        ),
      /65000 files/,
    ],
    [
      'entries that share their data',
      'a.zip',
      () =>
        buildZip([
          { path: 'a.shp', content: Buffer.alloc(1000) },
          { path: 'b.shp', content: Buffer.alloc(1000), sharesDataOf: 0 },
        ]),
      /overlap/,
    ],
    [
      'a name that leads out of the archive',
      'a.kmz',
      () => buildZip([{ path: '../../etc/evil.kml', content: kmlOf('') }]),
      /leads out of the archive/,
    ],
    [
      'an encrypted file',
      'a.kmz',
      () => buildZip([{ path: 'doc.kml', content: kmlOf(''), isEncrypted: true }]),
      /password/,
    ],
    [
      'entities that grow',
      'a.kml',
      () =>
        `<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${kmlOf('<name>&b;</name>')}`,
      /DOCTYPE/,
    ],
    [
      'an entity that names a file',
      'a.kml',
      () =>
        `<!DOCTYPE kml [<!ENTITY x SYSTEM "file:///etc/hostname">]>${kmlOf('<name>&x;</name>')}`,
      /DOCTYPE/,
    ],
    ['deep XML', 'a.kml', () => kmlOf('<Folder>'.repeat(1_000_000)), /nested deeper/],
    ['deep JSON', 'a.json', () => '['.repeat(5_000_000), /nested deeper/],
    [
      'deep collections',
      'a.json',
      () => `${'{"type":"GeometryCollection","geometries":['.repeat(100_000)}`,
      /nested deeper/,
    ],
    [
      'ten megabytes of empty lists',
      'a.json',
      () => `[${'[],'.repeat(3_300_000)}[]]`,
      /1,200,000 JSON lists and objects/,
    ],
    [
      'ten megabytes of empty objects',
      'a.json',
      () => `{"type":"FeatureCollection","features":[${'{},'.repeat(3_200_000)}{}]}`,
      /1,200,000 JSON lists and objects/,
    ],
    [
      'six hundred thousand members',
      'a.json',
      () => `{${Array.from({ length: 600_000 }, (_, index) => `"k${index}":1`).join()}}`,
      /more than 2,000 attributes/,
    ],
    [
      'a text of nine megabytes as a coordinate',
      'a.kml',
      () =>
        kmlOf(
          `<Placemark><Point><coordinates>${'1'.repeat(9_000_000)},1</coordinates></Point></Placemark>`,
        ),
      /no polygon/,
    ],
    [
      'a count of parts beyond the file',
      'a.zip',
      () => shapefile(buildShp([pathContent([square(0, 0)], { declaredParts: 2 ** 31 - 1 })]).shp),
      /Is damaged in the shapefile/,
    ],
    [
      'a count of positions beyond the file',
      'a.zip',
      () =>
        shapefile(buildShp([pathContent([square(0, 0)], { declaredPositions: 2 ** 31 - 1 })]).shp),
      /Is damaged in the shapefile/,
    ],
    ['two million corners', 'a.zip', () => shapefile(manyPositions()), /corners/],
  ])('%s', async (_, name, make, reason) => {
    const reply = await area.upload({ name, content: make() });
    expect(reply.statusCode, reply.body.slice(0, 500)).toBe(422);
    expect(reply.json().reason).toMatch(reason);
    expect((await area.product.app.inject('/api/health')).statusCode).toBe(200);
  });
});
