import type { CrsFault, CrsFaults } from '@refugia/engine/facts/crs-facts.ts';
import type {
  RasterFault,
  RasterFaults,
  RasterNote,
  RasterNotes,
} from '@refugia/engine/facts/raster-facts.ts';
import { type SentencesOf, sentenceOf } from './facts.ts';

const runGdal = (command: string) => `Run ${command} input.tif output.tif and use the new file.`;
const inLonLat = runGdal('gdalwarp -t_srs EPSG:4326');
const withTiles = runGdal('gdal_translate -co TILED=YES');
const withLargerPixels = runGdal('gdal_translate -outsize 50% 50% -r average');
const enterCode = 'Enter its EPSG code.';
const notAmongThose = "isn't among those that can be converted.";

const crsSentences: SentencesOf<CrsFaults> = {
  'epsg-unknown': ({ epsg }) => `The coordinate system EPSG:${epsg} ${notAmongThose}`,
  'epsg-not-a-grid': ({ epsg }) =>
    `EPSG:${epsg} can't be used as a grid: it takes one in metres or degrees on WGS 84.`,
  'crs-of-no-earth': "The .prj file doesn't describe a coordinate system on the earth.",
  'crs-without-ellipsoid': ({ name }) =>
    `The coordinate system ${name} has no ellipsoid. ${enterCode}`,
  'crs-of-another-planet': ({ name }) =>
    `The coordinate system ${name} has no ellipsoid of the earth.`,
  'crs-geocentric': ({ name }) =>
    `The coordinate system ${name} is geocentric: it has no plane in which pixels could lie.`,
  'crs-by-name-alone': ({ name }) =>
    `The coordinate system ${name} is given by its name alone. ${enterCode}`,
  'crs-incomplete': ({ name }) => `The coordinate system ${name} is incomplete in the .prj file.`,
  'crs-unit-unknown': ({ unit }) =>
    `The coordinate system is in the unit number ${unit}, which isn't known here.`,
  'datum-not-exact': ({ datum }) =>
    `The coordinates are based on the datum ${datum || 'without a name'}, which can't be converted exactly enough here: that takes a correction grid or a transformation that isn't included.`,
  'projection-unknown': ({ name, method }) =>
    `The coordinate system ${name} uses the projection ${method}, which ${notAmongThose}`,
  'projection-number-unknown': ({ name, method }) =>
    `The coordinate system ${name} uses a projection (GeoTIFF's number ${method}) that ${notAmongThose}`,
};

/** What another program may convert to longitude and latitude. */
const convertibleElsewhere: ReadonlySet<CrsFault['code']> = new Set<CrsFault['code']>([
  'epsg-unknown',
  'crs-of-no-earth',
  'datum-not-exact',
  'projection-unknown',
  'projection-number-unknown',
]);

/**
 * The sentence on a coordinate reference system that cannot be converted.
 * @param advice for one that another program may convert
 */
export function crsSentence(
  fault: CrsFault,
  advice = 'Save the data in longitude and latitude (WGS 84).',
): string {
  const sentence = sentenceOf(crsSentences, fault);
  return convertibleElsewhere.has(fault.code) ? `${sentence} ${advice}` : sentence;
}

const sentences: SentencesOf<RasterFaults & RasterNotes> = {
  'tiff-unreadable': ({ detail }) => detail,
  'tiff-damaged': ({ detail }) => `The file is damaged or was cut off. ${detail}`,
  'too-many-pixels': ({ width, height, limit }) =>
    `The raster has ${width} × ${height} pixels; the limit is ${limit} in all. ${withLargerPixels}`,
  'too-many-bytes': ({ bytes, limit }) =>
    `The raster unpacks to ${bytes} bytes; the limit is ${limit}. ${runGdal('gdal_translate -b 1')}`,
  'too-wide': ({ width, limit }) =>
    `The raster is ${width} pixels wide; the limit for its numbers is ${limit}. ${withLargerPixels}`,
  'block-too-large': ({ kind, isOfAllBands, bytes, limit }) =>
    `A ${kind}${isOfAllBands ? ' of all bands' : ''} of the file unpacks to ${bytes} bytes; the limit is ${limit}. ${withTiles}`,
  'too-much-memory':
    'Reading the raster takes more memory than it may. Save it with smaller tiles, for example as a Cloud Optimized GeoTIFF, or cut it into parts.',
  'too-slow':
    'Reading the raster takes longer than it may. Save it as a Cloud Optimized GeoTIFF, or cut it into parts.',
  'band-missing': ({ band, bandCount }) => `There is no band ${band}: the file has ${bandCount}.`,
  'not-colors': ({ bandCount, dataType }) =>
    `The colors of a picture are at least three bands of Byte. This file has ${bandCount === 1 ? 'one band' : `${bandCount} bands`} of ${dataType}.`,
  'not-classes': ({ limit }) =>
    `Classes are whole numbers, and at most ${limit} of them. This raster has more of them, or decimals.`,
  'ground-points-alone': `The file places its pixels by ground control points alone, which give no transform. ${inLonLat}`,
  'place-missing': ({ namesCrs }) =>
    `${
      namesCrs
        ? 'The file does not say, or not as it can be read, where in its coordinate reference system its pixels lie.'
        : 'The file names no coordinate reference system and does not say where its pixels lie.'
    } Enter an EPSG code to see it as a picture whose pixels are one unit wide, or save it as a GeoTIFF with a georeference.`,
  'crs-missing': `The file names no coordinate reference system. ${enterCode}`,
  'crs-not-convertible': ({ fault }) => crsSentence(fault, inLonLat),
  'off-earth': ({ crs }) =>
    `The raster does not lie on the earth by its coordinate reference system (${crs}). Check its georeference, or enter another EPSG code.`,

  'tiff-note': ({ detail }) => detail,
  'without-place':
    'The file does not say where its pixels lie. Each counts as one unit of the coordinate reference system, to the right of its origin and below it.',
  'infinite-pixels': ({ pixels }) =>
    `${pixels} pixels are infinite (+∞ or −∞); they count as no data.`,
  'one-band-kept': ({ bandCount }) => `Of ${bandCount} bands only the chosen one is kept.`,
  'accuracy-unknown': ({ crs }) =>
    `How exactly ${crs} is placed isn't known: no published shift to WGS 84 is meant for this place.`,
  // EPSG gives 0 m for a shift by which a datum is defined.
  'shifted-within': ({ crs, meters }) =>
    meters === 0
      ? `${crs} is placed by the published shift that defines it.`
      : `${crs} is placed within ${meters} m, by a published shift.`,
};

/**
 * The sentence for a fact about a raster.
 * @param fact a text stays as it is: earlier versions stored sentences
 */
export function rasterSentence(fact: RasterFault | RasterNote | string): string {
  return typeof fact === 'string' ? fact : sentenceOf(sentences, fact);
}
