import { describe, expect, test } from 'vitest';
import {
  geometriesOf,
  polygon,
  propertiesOf,
  readKml,
  readTold,
  square,
} from '../../../testing/vector-files.ts';

describe('KML', () => {
  test('prefixes, blanks in coordinates, CDATA, folders and schema data', () => {
    const imported = readKml(`<Folder><kml:Placemark><name><![CDATA[<b>Lake</b>]]></name>
      <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="size">4</SimpleData></SchemaData></ExtendedData>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>
        0, 0, 0  1, 0,0 1,1 ,0
        0,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></kml:Placemark></Folder>`);
    expect(geometriesOf(imported)).toEqual([polygon(square(0, 0))]);
    expect(propertiesOf(imported)).toEqual([{ name: '<b>Lake</b>', size: '4' }]);
  });

  test('a track is a line, several are several', () => {
    const track = (x: number) =>
      `<gx:Track><when>2020</when><gx:coord>${x} 1 0</gx:coord><gx:coord>${x} 2 0</gx:coord></gx:Track>`;
    const imported = readKml(
      `<Placemark><gx:MultiTrack>${track(1)}${track(2)}</gx:MultiTrack></Placemark>`,
    );
    expect(geometriesOf(imported)).toEqual([
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [1, 1],
            [1, 2],
          ],
          [
            [2, 1],
            [2, 2],
          ],
        ],
      },
    ]);
  });

  test('numbers in another notation than KML has are no coordinates', () => {
    const imported = readKml(
      '<Placemark><Point><coordinates>0x10,1</coordinates></Point></Placemark><Placemark><Point><coordinates>1;2</coordinates></Point></Placemark>',
    );
    expect(geometriesOf(imported)).toEqual([null, null]);
  });

  test('a feature with more attributes than any table has is refused', () => {
    const data = Array.from({ length: 2001 }, (_, index) => `<Data name="a${index}"/>`).join('');
    expect(() => readKml(`<Placemark><ExtendedData>${data}</ExtendedData></Placemark>`)).toThrow(
      'The file has a feature with more than 2000 attributes (line 1).',
    );
  });

  test('one mistake in the middle of a file is told with its line', () => {
    expect(() => readKml('\n<Placemark>\n</Folder>')).toThrow(/line 3/);
  });
});

describe('what KML declares', () => {
  test('values have the type of their field, or stay texts', () => {
    const fields = Object.entries({ acres: 'double', trees: 'int', isOld: 'bool', code: 'string' })
      .map(([name, type]) => `<SimpleField type="${type}" name="${name}"/>`)
      .join('');
    const place = (acres: string, trees: string, isOld: string) =>
      `<Placemark><ExtendedData><SchemaData schemaUrl="#f"><SimpleData name="acres">${acres}</SimpleData>
        <SimpleData name="trees">${trees}</SimpleData><SimpleData name="isOld">${isOld}</SimpleData>
        <SimpleData name="code">007</SimpleData></SchemaData></ExtendedData></Placemark>`;
    const imported = readKml(
      `<Schema name="fields" id="f">${fields}</Schema>${place('1.50', '12', 'true')}${place('', 'about 9', '0')}`,
    );
    expect(propertiesOf(imported)).toEqual([
      { acres: 1.5, trees: 12, isOld: true, code: '007' },
      { acres: null, trees: 'about 9', isOld: false, code: '007' },
    ]);
  });

  // Names: simplestyle 1.1; KML writes alpha, blue, green and red.
  test('a style comes along: of the shared style, its map, or the place itself', () => {
    const line = '<LineStyle><color>80ff7f00</color><width>3</width></LineStyle>';
    const shared = `<Style id="a">${line}<PolyStyle><color>330000ff</color></PolyStyle><IconStyle><color>ff00ff00</color></IconStyle></Style>
      <StyleMap id="m"><Pair><key>highlight</key><styleUrl>#b</styleUrl></Pair><Pair><key>normal</key><styleUrl>#a</styleUrl></Pair></StyleMap>
      <StyleMap id="loop"><Pair><key>normal</key><styleUrl>#loop</styleUrl></Pair></StyleMap>`;
    const polygonXml = `<Polygon><outerBoundaryIs><LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon>`;
    const lineXml = '<LineString><coordinates>0,0 1,1</coordinates></LineString>';
    const pointXml = '<Point><coordinates>0,0</coordinates></Point>';
    const own =
      '<Style><LineStyle><width>1</width></LineStyle><PolyStyle><fill>0</fill><outline>0</outline></PolyStyle></Style>';
    const place = (...inner: string[]) => `<Placemark>${inner.join('')}</Placemark>`;
    const data = '<ExtendedData><Data name="stroke"><value>mine</value></Data></ExtendedData>';
    const imported = readKml(
      shared +
        place('<styleUrl>#m</styleUrl>', polygonXml) +
        place('<styleUrl>#a</styleUrl>', own, polygonXml) +
        place('<styleUrl>#a</styleUrl>', data, lineXml) +
        place('<styleUrl>#a</styleUrl>', pointXml) +
        place('<styleUrl>#loop</styleUrl>', lineXml),
    );
    const outline = { stroke: '#007fff', 'stroke-width': 3, 'stroke-opacity': 0.5 };
    expect(propertiesOf(imported)).toEqual([
      { ...outline, fill: '#ff0000', 'fill-opacity': 0.2 },
      {
        ...{ ...outline, 'stroke-width': 1, 'stroke-opacity': 0 },
        ...{ fill: '#ff0000', 'fill-opacity': 0 },
      },
      { ...outline, stroke: 'mine' },
      { 'marker-color': '#00ff00' },
      {},
    ]);
  });
});

describe('KML as people write it', () => {
  const read = (coordinates: string, name = 'a') =>
    readKml(
      `<Placemark><name>${name}</name><Point><coordinates>${coordinates}</coordinates></Point></Placemark>`,
    );

  test('decimal commas are told, not taken for places elsewhere', () => {
    const imported = read('-105,5,40,1');
    expect(geometriesOf(imported)).toEqual([null]);
    expect(imported.skipped[0]?.reason).toBe(
      'Has a coordinate of more than three numbers: decimals have to be written with a point, and blanks belong between places.',
    );
  });

  test('an "and" that should be an entity is a letter like others', () => {
    const imported = read('1,2', 'Fish & Wildlife &amp; <![CDATA[R&D]]> &nbsp; & Co');
    expect(propertiesOf(imported)).toEqual([{ name: 'Fish & Wildlife & R&D &nbsp; & Co' }]);
  });

  test('a second outer ring is another polygon', () => {
    const ring = (x: number) =>
      `<outerBoundaryIs><LinearRing><coordinates>${x},0 ${x + 1},0 ${x + 1},1 ${x},1 ${x},0</coordinates></LinearRing></outerBoundaryIs>`;
    const imported = readKml(`<Placemark><Polygon>${ring(0)}${ring(5)}</Polygon></Placemark>`);
    expect(geometriesOf(imported)).toEqual([
      { type: 'MultiPolygon', coordinates: [[square(0, 0)], [square(5, 0)]] },
    ]);
  });

  test('UTF-16 that was saved anew as UTF-8 is read', () => {
    const text =
      '<?xml version="1.0" encoding="UTF-16"?><kml><Placemark><name>é</name></Placemark></kml>';
    expect(propertiesOf(readTold(Buffer.from(text), 'a.kml'))).toEqual([{ name: 'é' }]);
  });

  test('a web page is called one', () => {
    const page = Buffer.from('<!DOCTYPE html><html><body>Sign in</body></html>');
    expect(() => readTold(page, 'a.kml')).toThrow('The file is a web page, not KML.');
  });
});
