import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';

const endings: Record<ExportFormat | 'png', string> = {
  geojson: 'geojson',
  kml: 'kml',
  shapefile: 'zip',
  csv: 'csv',
  png: 'png',
};

/** What an exported file is called: the map's or layer's name, as far as every system takes it. */
export function fileNameOf(name: string, format: ExportFormat | 'png'): string {
  const safe = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._ -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 80);
  return `${safe === '' ? 'map' : safe}.${endings[format]}`;
}
