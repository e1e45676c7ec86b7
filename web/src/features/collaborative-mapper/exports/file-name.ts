import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';

const endings: Record<ExportFormat | 'png', string> = {
  geojson: 'geojson',
  kml: 'kml',
  shapefile: 'zip',
  csv: 'csv',
  'csv-exact': 'csv',
  png: 'png',
};

/**
 * The name of an exported file: the name of the map or layer, with characters that every system
 * accepts.
 */
export function fileNameOf(name: string, format: ExportFormat | 'png'): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  return `${safe === '' ? 'map' : safe}.${endings[format]}`;
}
