import type { RasterKind } from '@refugia/engine/ingest/facts.ts';
import type { ZoneEdgeRule } from '@refugia/engine/zones/row-cover.ts';

/** These names and addresses are apart from the schemas, so that a browser can use them without the schema library. */

/** The path that every call of the Conservation Value Mapper begins with. */
export const valueMapperBase = '/api/conservation_value_mapper';

/** Writes attributes and their new values as the parameter `keyValUpdateArray`: JSON text. */
export const keyValUpdateArray = (changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(changes).map(([key, val]) => ({ key, val })));

/** The kinds of a raster: a measure, classes, or colors that are shown as they are. */
export const rasterKinds = [
  'continuous',
  'categorical',
  'rgb',
] as const satisfies readonly RasterKind[];
export type { RasterKind };

/** The upload purpose of a raster for a data layer. Its target is the dataLayerID. */
export const valueMapperRasterPurpose = 'value-mapper-raster';

/** Colours that fill a layer's footprint where it has no data, in the order of the button's cycle. */
export const backgroundColors = ['lightblue', 'orange', 'green', 'purple'] as const;
export type BackgroundColor = (typeof backgroundColors)[number];

/** The red, green and blue of these CSS colours, from 0 to 255. */
export const backgroundRgb: Readonly<
  Record<BackgroundColor, readonly [red: number, green: number, blue: number]>
> = {
  lightblue: [173, 216, 230],
  orange: [255, 165, 0],
  green: [0, 128, 0],
  purple: [128, 0, 128],
};

/** The address of the sample project, and the title by which an account's own is known. */
export const samplePath = `${valueMapperBase}/sample_project`;
export const sampleTitle = 'Elk corridor, sample data';

export const combinedPath = (projectId: number | ':projectID'): string =>
  `${valueMapperBase}/projects/${projectId}/combined`;

export const scenariosPath = `${valueMapperBase}/scenarios`;

export const projectReportPath = (projectId: number | ':projectID'): string =>
  `${valueMapperBase}/projects/${projectId}/report.pdf`;

/** What a key for a GIS opens of a project: tiles of its map, their TileJSON, and the values as a COG. */
export const sharedValues = {
  tiles: '/tiles/value/shared/{z}/{x}/{y}.png',
  tileJson: `${valueMapperBase}/shared/tiles.json`,
  cog: `${valueMapperBase}/shared/values.tif`,
} as const;

export const zonesPath = `${valueMapperBase}/zones`;

export const zoneSources = ['file', 'drawing', 'map', 'counties'] as const;
export type ZoneSource = (typeof zoneSources)[number];

/** Which pixels at a zone's edge count: those whose centre lies inside, or each with the share that is covered. */
export const zoneEdgeRules = ['centre', 'share'] as const satisfies readonly ZoneEdgeRule[];
export type { ZoneEdgeRule };

/** The searches of a project for the best places. */
export const selectionsPath = `${valueMapperBase}/selections`;

/** The steps of such a search: the units are measured, and some of them are chosen. */
export const selectionSteps = ['measure', 'solve'] as const;
export type SelectionStep = (typeof selectionSteps)[number];

/** The files in which the statistics of zones can be downloaded. */
export const zoneFileFormats = ['csv', 'geojson', 'gpkg'] as const;
export type ZoneFileFormat = (typeof zoneFileFormats)[number];
