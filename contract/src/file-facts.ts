import type {
  CountedItem,
  FileFact,
  ForeignFileKind,
  ForeignMemberKind,
  Omission,
  RepairFacts,
  VectorFileFacts,
} from '@refugia/engine/facts/file-facts.ts';
import { type SentencesOf, sentenceOf } from './facts.ts';
import { crsSentence } from './raster-facts.ts';

const save = 'Save it as GeoJSON, KML or a zipped shapefile in the program that made it.';
const holdsNoShapes = 'The archive holds no shapefile (.shp), KML or GeoJSON, but';
const saveInOne = 'Save the data in one of these formats in the program that made it.';
const saveInLonLat = 'Save it in longitude and latitude (WGS 84)';
const partAlone = (part: string) =>
  `The file is ${part} of a shapefile, without the rest. Put its .shp, .dbf, .shx and .prj together into one zip file.`;
const isPicture = 'which holds no shapes.';

const foreignFiles: Readonly<Record<ForeignFileKind, string>> = {
  geopackage: `The file is a GeoPackage or another database. ${save}`,
  'shapefile-main': partAlone('the main file (.shp) or the index (.shx)'),
  'shapefile-table': partAlone('the attribute table (.dbf)'),
  flatgeobuf: `The file is a FlatGeobuf. ${save}`,
  geoparquet: `The file is a GeoParquet. ${save}`,
  '7z': 'The file is a 7z archive. Unpack it, and pack what is inside as .zip.',
  rar: 'The file is a RAR archive. Unpack it, and pack what is inside as .zip.',
  gzip: 'The file is packed with gzip. Unpack it, and upload what is inside.',
  pdf: `The file is a PDF. ${save}`,
  picture: `The file is a picture, ${isPicture}`,
  tiff: `The file is a TIFF picture or raster, ${isPicture}`,
  dwg: `The file is an AutoCAD drawing (DWG). ${save}`,
  pmtiles: `The file is an archive of map tiles (PMTiles). ${save}`,
  'geojson-sequence': `The file is a GeoJSON text sequence, with one feature in each line. ${save}`,
  dxf: `The file is a drawing (DXF). ${save}`,
  mapinfo: `The file is of MapInfo (TAB or MIF). ${save}`,
  wkt: `The file is well-known text (WKT). ${save}`,
  javascript: 'The file holds its data inside of JavaScript. Remove all but the GeoJSON.',
  csv: `The file is a table of text (CSV). ${save}`,
};

const foreignMembers: Readonly<Record<ForeignMemberKind, string>> = {
  geodatabase: 'an Esri file geodatabase (.gdb)',
  geopackage: 'a GeoPackage or another database',
  gpx: 'tracks or places of a GPS device (GPX)',
  drawing: 'a drawing (DXF or DWG)',
  mapinfo: 'a MapInfo table (TAB or MIF)',
  'other-geographic': 'geographic data of another kind (GML, FlatGeobuf, TopoJSON or GeoParquet)',
  project: 'a project or layer file, which only names where its data lie',
  table: 'a table',
  picture: 'a picture or raster, which holds no shapes',
};

const items: Readonly<Record<CountedItem, string>> = {
  unpackedBytes: 'bytes, unpacked',
  layers: 'layers',
  features: 'features',
  positions: 'corners',
  values: 'attribute values',
  jsonContainers: 'JSON lists and objects',
  xmlElements: 'XML elements',
};

/** Names of XML by its root. */
const xmlKinds = new Map([
  ['gpx', 'GPX'],
  ['FeatureCollection', 'GML'],
  ['html', 'a web page'],
  ['svg', 'SVG'],
]);

const number = (count: number): string => count.toLocaleString('en-US');

function distance(meters: number): string {
  if (meters >= 10_000) return `${Math.round(meters / 1000)} km`;
  return meters >= 10 ? `${Math.round(meters)} m` : `${meters.toFixed(1)} m`;
}

function partsSentence(parts: readonly Omission[]): string {
  return parts
    .map(({ reason, count, examples }) => {
      const what = count === 1 ? 'One part' : `${count} parts`;
      return `${what} (${examples[0]}${count > 1 ? ', …' : ''}): ${fileSentence(reason)}`;
    })
    .join(' ');
}

const exactness = (meters: number | null): string => {
  if (meters === null)
    return ' No published transformation covers all of its places: there, the position may be off by up to some hundred meters.';
  return meters > 0 ? ` The published transformation is accurate to about ${meters} m.` : '';
};

/** The facts that polygons in files and drawn polygons have in common. */
export const repairSentences: SentencesOf<RepairFacts> = {
  'polygons-cut-at-antimeridian': 'Polygons across the antimeridian (180°) have been cut there.',
  'rings-closed': 'Rings that were not closed have been closed.',
  'crossings-repaired':
    'Where an outline crosses itself, what lies in an odd number of its loops is land.',
  'crossings-left':
    'Polygons whose outline crosses itself too often to be repaired were left as they are.',
  'holes-within-holes': 'Holes within a hole are land, as they are drawn.',
};

const sentences: SentencesOf<VectorFileFacts> = {
  ...repairSentences,
  'file-empty': 'The file is empty.',
  'not-a-vector-file': 'The file is neither GeoJSON, KML, KMZ nor a ZIP archive with a shapefile.',
  'foreign-file': ({ kind }) => foreignFiles[kind],
  'text-too-long': ({ bytes, limitBytes }) =>
    `The text is ${Math.ceil(bytes / 1e6)} MB long; at most ${limitBytes / 1e6} MB can be imported at once. Split or simplify it.`,
  'too-many-items': ({ item, limit }) =>
    `The file holds more than ${number(limit)} ${items[item]}, which is more than can be imported at once. ${item === 'xmlElements' ? 'Split it, or leave attributes out.' : 'Split or simplify it.'}`,
  'nested-too-deep': ({ limit }) => `The file is nested deeper than ${limit} levels.`,
  'archive-empty': 'The archive is empty.',
  'archive-damaged': 'The archive is damaged: its table of contents is wrong.',
  'archive-without-end': 'The archive has no end: the file was cut off, or it is no ZIP archive.',
  'archive-zip64':
    "The archive is of the kind for huge files (ZIP64), which isn't read here. Pack the files again as an ordinary ZIP archive.",
  'archive-overlaps':
    'Files in the archive overlap one another, as in archives that are made to overwhelm the program that unpacks them.',
  'archive-leads-out': ({ path }) =>
    `The archive holds a file whose name leads out of the archive: ${path}`,
  'archive-too-many-files': ({ count, limit }) =>
    `The archive holds ${count} files; at most ${limit} are read.`,
  'archive-in-archive': ({ path }) =>
    `The archive holds another archive (${path}). Unpack it and upload what is inside.`,
  'archive-without-main-file': ({ path }) =>
    `The archive holds parts of a shapefile (${path}), but not its main file (.shp). Put .shp, .dbf, .shx and .prj together into one zip file.`,
  'archive-foreign': ({ kind, path }) =>
    `${holdsNoShapes} ${foreignMembers[kind]}: ${path}. ${saveInOne}`,
  'archive-without-shapes': ({ paths, hasOthers }) =>
    `${holdsNoShapes} ${paths.join(', ')}${hasOthers ? ' and others' : ''}. ${saveInOne}`,
  'archive-without-shapefile': 'The archive holds no shapefile.',
  'member-damaged': ({ path }) => `${path} is damaged in the archive.`,
  'member-encrypted': ({ path }) =>
    `${path} is protected by a password. Save the archive without one.`,
  'member-larger-than-declared': ({ path }) => `${path} unpacks to more than the archive says.`,
  'member-method-unknown': ({ path, method }) =>
    `${path} is packed in a way (method ${method}) that isn't read here. Use an ordinary ZIP archive.`,
  'json-invalid': ({ line, character, near }) => {
    const beside = near === undefined ? 'at its end' : `near ${near}`;
    const where = line === undefined ? beside : `in line ${line}, character ${character}`;
    return `The file is not valid JSON: there is a mistake ${where}.`;
  },
  'json-too-many-members': ({ limit, limitOfNames }) =>
    `The file has features with more than ${number(limit)} attributes, or more than ${number(limitOfNames)} different names of attributes in all. Leave out the attributes that are not needed.`,
  'json-bare-list':
    'The file is a bare list. GeoJSON has its features in a FeatureCollection: {"type": "FeatureCollection", "features": [ … ]}.',
  'json-without-geojson':
    'The file is JSON, but no GeoJSON: its "type" is none of those that GeoJSON knows.',
  topojson: 'The file is TopoJSON. Save it as GeoJSON and try again.',
  'esri-json': 'The file is Esri JSON. Save it as GeoJSON and try again.',
  'geojson-type-case': ({ type, meant }) =>
    `The file's type is "${type}"; GeoJSON writes it "${meant}", with these capital letters.`,
  'geojson-in-lines':
    'The file is GeoJSON with one feature in each line. Save it as GeoJSON with a list of features (FeatureCollection).',
  'geojson-without-features': 'The FeatureCollection has no list of features.',
  'geojson-crs-not-understood': `The file names its coordinate system in a way that is not understood (its "crs" member). ${saveInLonLat}.`,
  'geojson-crs-unknown': ({ name }) =>
    `The file's coordinate system (${name}) isn't among those that can be converted. ${saveInLonLat}.`,
  'xml-invalid': ({ line, detail }) => `The file is not valid XML (line ${line}): ${detail}`,
  'xml-web-page':
    'The file is a web page, not KML. Perhaps a sign-in or error page was saved in its place.',
  'xml-doctype':
    'The file has a document type declaration (DOCTYPE), which KML has no use for and which can do harm. Remove it and try again.',
  'xml-too-many-attributes': ({ limit, line }) =>
    `The file has an element with more than ${limit} attributes (line ${line}).`,
  'xml-too-many-values': ({ limit, line }) =>
    `The file has a feature with more than ${limit} attributes (line ${line}).`,
  'xml-not-kml': ({ root }) =>
    `The file is ${xmlKinds.get(root) ?? `XML (${root})`}, but no KML. Save it as KML, GeoJSON or a zipped shapefile.`,
  'shp-damaged': 'The main file (.shp) is no shapefile, or its start is damaged.',
  'dbf-damaged': 'The attribute table (.dbf) is damaged.',
  'crs-not-convertible': ({ fault }) => crsSentence(fault),
  'rings-too-intricate':
    'Too many rings of a shape lie within one another to tell holes from land. Simplify it.',
  'no-features': ({ skipped }) =>
    `The file holds no features. ${partsSentence(skipped.slice(0, 1))}`.trim(),
  'no-polygons': ({ skipped }) =>
    `The file holds no polygon that can be an area of interest. ${partsSentence(skipped.slice(0, 3))}`.trim(),
  'outline-too-tangled': ({ corners, loops, limit }) =>
    `An outline of ${number(corners)} corners crosses itself so often that it falls into loops of ${number(loops)} corners; at most ${number(limit)} can be analyzed. Draw it anew, or repair and simplify it (in QGIS: Fix geometries, then Simplify).`,
  'polygons-too-tangled': ({ corners, limit }) =>
    `The polygons have ${number(corners)} corners; at most ${number(limit)} can be analyzed, and outlines that cross themselves so often can't be simplified. Repair them (in QGIS: Fix geometries).`,
  'polygons-too-fine': ({ corners, rings, limit }) =>
    `The polygons have ${number(corners)} corners in ${number(rings)} rings; at most ${number(limit)} can be analyzed, and neither joining nor simplifying brought them so far down. Choose fewer polygons, or upload an outline around them.`,

  'no-geometry': 'Has no geometry.',
  'polygons-without-area': 'Its polygons have no area.',
  'ring-without-area': 'Has a ring without an area.',
  'hole-outside': 'Has a hole that lies outside of its polygon.',
  'antimeridian-not-cut': 'Crosses the antimeridian (180°) and could not be cut there.',
  'antimeridian-too-often': 'Crosses the antimeridian (180°) again and again.',
  'outside-crs': ({ crs }) =>
    `Lies outside of where its coordinate system (${crs}) can be converted to WGS 84.`,
  'lon-lat-swapped':
    'Has a latitude beyond 90°: longitude and latitude seem to be swapped. Longitude has to come first.',
  'not-lon-lat': `Has coordinates that are not longitude and latitude (beyond ±180 and ±90), and the file does not say in which coordinate system they are. ${saveInLonLat}; a shapefile says it in its .prj file.`,
  'coordinate-not-a-number': 'Has a coordinate that is not a number.',
  'coordinate-is-text':
    'Has a coordinate that is a text. Numbers have to stand without quotation marks.',
  'coordinate-too-long':
    'Has a coordinate of more than three numbers: decimals have to be written with a point, and blanks belong between places.',
  'coordinates-not-nested': 'Has coordinates that are not nested as its type demands.',
  'geometry-type-unknown': ({ type }) =>
    `Has a geometry of an unknown type: ${type === null ? 'none is named' : `"${type}"`}.`,
  'not-a-feature': 'Stands in the list of features, but is not a feature.',
  'not-the-main-kml': ({ main }) => `Only the main KML file of an archive is read (${main}).`,
  'kml-network-link': 'Linked data is not imported: the file only holds its address.',
  'kml-ground-overlay': 'Is a picture laid on the map (GroundOverlay), not a shape.',
  'kml-screen-overlay': 'Is a picture on the screen (ScreenOverlay), not a shape.',
  'kml-photo-overlay': 'Is a photo in the landscape (PhotoOverlay), not a shape.',
  'kml-tour': 'Is a tour (gx:Tour), not a shape.',
  'kml-model': "Is a three-dimensional model, which can't be imported.",
  'shape-damaged': 'Is damaged in the shapefile.',
  'shape-multipatch': "Is a three-dimensional surface (MultiPatch), which can't be imported.",
  'row-deleted': 'Is marked as deleted in the attribute table.',
  'area-lost-by-rounding': 'Has no area left once its corners are rounded to about a meter.',
  'is-point': 'Is a point, not an area.',
  'is-line': 'Is a line, not an area.',
  'is-closed-line':
    'Is a closed line, not a polygon: save it as a polygon in the program that drew it.',

  'read-as-windows-1252': 'The text is not UTF-8; it was read as Windows-1252.',
  'kinds-divided': 'Features with several kinds of shapes were divided into one feature for each.',
  'lines-became-points': 'Lines without a length became points.',
  'lines-cut-at-antimeridian': 'Lines across the antimeridian (180°) have been cut there.',
  'stray-holes': 'Holes that lie in no polygon were taken for polygons.',
  'texts-cut': ({ limit }) => `Texts of more than ${limit} characters were cut there.`,
  'attributes-renamed': 'Attributes were renamed whose names were empty, too long or not valid.',
  'characters-left-out': 'Characters that are not valid text were left out.',
  'field-left-out': ({ name }) =>
    `The attribute ${name} is of a kind that isn't read and was left out.`,
  'dbf-missing': ({ layer }) => `${layer} has no attributes: there is no .dbf file.`,
  'dbf-left-out': ({ layer, reason }) => `${layer} has no attributes: ${fileSentence(reason)}`,
  'dbf-other-length': ({ layer, shapes, rows }) =>
    `${layer}: ${shapes} shapes, but ${rows} rows of attributes; they were matched in their order.`,
  'encoding-assumed': ({ layer }) =>
    `${layer} doesn't say how its texts are encoded (there is no .cpg file): UTF-8 was assumed where it fits, else Windows-1252.`,
  'crs-assumed': ({ layer }) =>
    `${layer} doesn't say which coordinate system it uses (there is no .prj file): longitude and latitude (WGS 84) were assumed.`,
  'shx-damaged': ({ layer }) =>
    `${layer}: The index (.shx) is damaged; the shapes were read without it.`,
  'shp-cut-off': ({ layer, shapes }) =>
    `${layer}: The main file (.shp) ends within or after shape ${shapes}: it was cut off.`,
  converted: ({ layer, crs, accuracyMeters }) =>
    `${layer} was converted from ${crs} to WGS 84.${exactness(accuracyMeters)}`,
  'far-south':
    'The area lies in Antarctica. If it should not, longitude and latitude are swapped in the file: longitude has to come first.',
  'polygons-repeated': 'Polygons that are in the file more than once were taken once.',
  'polygons-overlapping':
    'Polygons overlap one another; they were joined, so that ground counts only once.',
  'polygons-joined': ({ polygons, corners }) =>
    `The ${number(polygons)} polygons were joined where they touch or only slits of about 2 m are between them: one by one they have too many corners (${number(corners)}).`,
  'gaps-closed': ({ meters }) => `Gaps of up to about ${meters} m were closed.`,
  'outline-simplified': ({ before, after, movedMeters }) =>
    `The outline was simplified from ${number(before)} to ${number(after)} corners; it moved by at most ${distance(movedMeters)}.`,
};

/**
 * The stored facts of an import. A text is shown as it is: earlier versions stored sentences, and
 * the range of a species has texts of its own.
 */
export type FileNote = FileFact | string;

/** The sentence that tells a person of a fact. */
export function fileSentence(fact: FileNote): string {
  return typeof fact === 'string' ? fact : sentenceOf(sentences, fact);
}

/** What an import skipped and noted, in sentences. */
export function importSentences(imported: {
  readonly skipped: readonly Omission[];
  readonly notes: readonly FileNote[];
}) {
  return {
    skipped: imported.skipped.map(({ reason, count, examples }) => ({
      reason: fileSentence(reason),
      count,
      examples: [...examples],
    })),
    notes: imported.notes.map(fileSentence),
  };
}
