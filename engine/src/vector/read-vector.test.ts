import { describe, expect, test } from 'vitest';
import { feature, propertiesOf, readTold, text } from '../../testing/vector-files.ts';

describe('encodings of text', () => {
  const point = JSON.stringify(feature({ type: 'Point', coordinates: [1, 2] }, { name: 'Žár' }));
  const swapped = Buffer.from(point, 'utf16le').swap16();

  test.each([
    ['UTF-8', text(point)],
    ['UTF-8 with its mark', text(`\uFEFF${point}`)],
    ['UTF-16, little end first', Buffer.from(`\uFEFF${point}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\uFEFF${point}`, 'utf16le').swap16()],
    ['UTF-16 without a mark', Buffer.from(point, 'utf16le')],
    ['UTF-16 the other way without a mark', swapped],
  ])('%s', (_, bytes) => {
    const imported = readTold(bytes, 'a.json');
    expect(propertiesOf(imported)).toEqual([{ name: 'Žár' }]);
    expect(imported.notes).toEqual([]);
  });

  test('what is not UTF-8 is read as Windows-1252, and says so', () => {
    const bytes = Buffer.from(point.replace('Žár', 'Lac Léman'), 'latin1');
    const imported = readTold(bytes, 'a.json');
    expect(propertiesOf(imported)).toEqual([{ name: 'Lac Léman' }]);
    expect(imported.notes).toEqual(['The text is not UTF-8; it was read as Windows-1252.']);
  });

  test('KML in the encoding that it declares', () => {
    const placemark = '<kml><Placemark><name>\xbd</name></Placemark></kml>';
    const bytes = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-2"?>${placemark}`, 'latin1');
    // 0xBD of ISO 8859-2 is ˝, of ISO 8859-1 ½.
    expect(propertiesOf(readTold(bytes, 'a.kml'))).toEqual([{ name: '˝' }]);
  });
});

describe('files of other kinds are named, with what to do', () => {
  test.each([
    ['a GeoPackage', 'SQLite format 3\0 and more', /GeoPackage.*Save it as GeoJSON/],
    ['a .shp alone', Buffer.from('0000270a00000000', 'hex'), /main file.*into one zip file/],
    ['a .dbf alone', Buffer.from('037d0515', 'hex'), /attribute table.*into one zip file/],
    ['gzip', Buffer.from('1f8b0800', 'hex'), /gzip\. Unpack it/],
    ['a RAR archive', 'Rar!', /RAR archive\. Unpack it/],
    ['well-known text', 'POLYGON((0 0,1 0,1 1,0 0))', /well-known text.*Save it as GeoJSON/],
    ['a table', 'name,lon,lat\nA,1,2\n', /CSV.*Save it as GeoJSON/],
    ['JavaScript', 'var data = {"type":"Polygon"}', /inside of JavaScript/],
    ['features in lines', '{"type":"Feature"}\n{"type":"Feature"}\n', /one feature in each line/],
    ['a text sequence', '\u001e{"type":"Feature"}', /GeoJSON text sequence.*Save it as GeoJSON/],
    ['a DXF drawing', '  0\r\nSECTION\r\n', /drawing \(DXF\).*Save it as GeoJSON/],
    ['a DWG drawing', 'AC1032', /AutoCAD drawing \(DWG\).*Save it as GeoJSON/],
    ['a MapInfo table', '!table\n!version 300\n', /MapInfo.*Save it as GeoJSON/],
    ['noise', 'x', /neither GeoJSON, KML, KMZ nor a ZIP archive/],
  ])('%s', (_, content, message) => {
    expect(() => readTold(Buffer.from(content as string), 'a.json')).toThrow(message);
  });
});
