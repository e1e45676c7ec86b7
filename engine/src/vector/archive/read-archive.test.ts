import { describe, expect, test } from 'vitest';
import {
  buildZip,
  kml,
  propertiesOf,
  readTold,
  readZip,
  text,
  type ZipEntry,
} from '../../../testing/vector-files.ts';
import { VectorError } from '../index.ts';

describe('archives', () => {
  const inner = kml('<Placemark><name>a</name></Placemark>');

  const place = (name: string) =>
    kml(`<Placemark><name>${name}</name><Point><coordinates>1,2</coordinates></Point></Placemark>`);

  test('the main file of a KMZ is read, others are named', () => {
    const imported = readZip(
      { path: 'files/other.kml', content: place('b') },
      { path: 'doc.kml', content: place('a') },
    );
    expect(propertiesOf(imported)).toEqual([{ name: 'a' }]);
    expect(imported.skipped).toEqual([
      {
        reason: 'Only the main KML file of an archive is read (doc.kml).',
        count: 1,
        examples: ['files/other.kml'],
      },
    ]);
  });

  test('where the main file only links to others, or there is none, all are read', () => {
    const link = kml('<NetworkLink><Link><href>files/a.kml</href></Link></NetworkLink>');
    const linked = readZip(
      { path: 'doc.kml', content: link },
      { path: 'files/a.kml', content: place('a') },
    );
    expect(propertiesOf(linked)).toEqual([{ name: 'a' }]);
    const beside = readZip(
      { path: 'a.kml', content: place('a') },
      { path: 'b.kml', content: place('b') },
    );
    expect(propertiesOf(beside)).toEqual([{ name: 'a' }, { name: 'b' }]);
  });

  test('GeoJSON in an archive is read, a layer a file', () => {
    const point = JSON.stringify({ type: 'Point', coordinates: [1, 2] });
    const imported = readZip(
      { path: 'a.geojson', content: point },
      { path: 'b/c.json', content: point, isStored: true },
    );
    expect(imported.layers.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test.each<[string, ZipEntry[], RegExp]>([
    ['a wrong checksum', [{ path: 'a.kml', content: inner, crc: 1 }], /a\.kml is damaged/],
    [
      'a size that is too small',
      [{ path: 'a.kml', content: inner, declaredBytes: 5 }],
      /more than/,
    ],
    [
      'a size that is too large',
      [{ path: 'a.kml', content: inner, declaredBytes: 5000 }],
      /damaged/,
    ],
    ['a password', [{ path: 'a.kml', content: inner, isEncrypted: true }], /password/],
    ['an absolute path', [{ path: '/etc/a.kml', content: inner }], /leads out/],
    ['a drive', [{ path: 'C:\\a.kml', content: inner }], /leads out/],
    ['an archive', [{ path: 'a.zip', content: 'PK' }], /another archive/],
    ['nothing', [], /empty/],
    [
      'a .dbf without its .shp',
      [{ path: 'a.dbf', content: 'x' }],
      /parts of a shapefile \(a\.dbf\), but not its main file/,
    ],
    ['folders alone', [{ path: 'a/', content: '' }], /empty/],
    ['something else', [{ path: 'a.xyz', content: 'x' }], /but a\.xyz/],
    [
      'a geodatabase',
      [{ path: 'x.gdb/a1.gdbtable', content: 'x' }],
      /but an Esri file geodatabase \(\.gdb\): x\.gdb\/a1\.gdbtable\. Save the data in one of these/,
    ],
    ['tracks', [{ path: 'a.gpx', content: 'x' }], /GPS device \(GPX\): a\.gpx\. Save/],
    ['a spreadsheet', [{ path: 'xl/workbook.xml', content: 'x' }], /a table: xl\/workbook\.xml/],
  ])('an archive with %s is refused', (_, entries, message) => {
    expect(() => readZip(...entries)).toThrow(VectorError);
    expect(() => readZip(...entries)).toThrow(message);
  });

  test('ZIP64 is named, with what to do', () => {
    const zip = buildZip([{ path: 'doc.kml', content: inner }]);
    const end = zip.length - 22;
    const refusal = 'The archive is of the kind for huge files (ZIP64)';
    const moved = Buffer.from(zip);
    moved.writeUInt16LE(0xffff, end + 10);
    expect(() => readTold(moved, 'a.kmz')).toThrow(refusal);
    const sized = Buffer.from(zip);
    sized.writeUInt32LE(0xffffffff, zip.readUInt32LE(end + 16) + 24);
    expect(() => readTold(sized, 'a.kmz')).toThrow(refusal);
  });

  test('limits are what the caller says', () => {
    const zip = buildZip([{ path: 'doc.kml', content: inner }]);
    expect(() => readTold(zip, 'a.kmz', { textBytes: 50 })).toThrow(/at most/);
    expect(() => readTold(zip, 'a.kmz', { unpackedBytes: 50 })).toThrow(/more than 50 bytes/);
    expect(() => readTold(text(inner), 'a.kml', { features: 0 })).toThrow(/more than 0 features/);
  });
});
