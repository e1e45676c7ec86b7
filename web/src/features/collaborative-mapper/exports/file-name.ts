import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';

export type FileFormat = ExportFormat | 'png';

interface FormatEntry {
  readonly format: FileFormat;
  readonly label: string;
  readonly description: string;
  readonly ending: string;
}

export const fileFormats: readonly FormatEntry[] = [
  {
    format: 'geojson',
    label: 'GeoJSON',
    description: 'For the web and any GIS',
    ending: 'geojson',
  },
  { format: 'kml', label: 'KML', description: 'For Google Earth', ending: 'kml' },
  {
    format: 'shapefile',
    label: 'Shapefile',
    description: 'Zipped, for desktop GIS',
    ending: 'zip',
  },
  { format: 'csv', label: 'CSV', description: 'For spreadsheets, with WKT', ending: 'csv' },
  {
    format: 'csv-exact',
    label: 'CSV, exact',
    description: 'For programs, with WKT',
    ending: 'csv',
  },
  { format: 'png', label: 'PNG', description: 'A picture of what the map shows', ending: 'png' },
];

/** The name has only characters that every system accepts. */
export function fileNameOf(name: string, format: FileFormat): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  const ending = fileFormats.find((each) => each.format === format)?.ending;
  return `${safe === '' ? 'map' : safe}.${ending}`;
}
