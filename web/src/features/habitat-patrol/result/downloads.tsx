import { runLayers } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunDownload } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { downloadAddress } from '../patrol/result-api.ts';
import { hasClassColours } from './change-legend.tsx';
import styles from './downloads.module.css';

interface DownloadRow {
  readonly name: string;
  readonly files: readonly { file: RunDownload; format: string }[];
}

const pictures: readonly DownloadRow[] = runLayers.map((layer) => ({
  name: `${layer[0].toUpperCase()}${layer.slice(1)} image`,
  files: [
    { file: `${layer}.tif`, format: 'COG' },
    { file: `${layer}.png`, format: 'PNG' },
    { file: `${layer}.pgw`, format: 'World file' },
  ],
}));
/** The change image with the names and colours of its classes, for a GIS. */
const classes: DownloadRow = {
  name: 'Change image with class names',
  files: [{ file: 'change.zip', format: 'COG and QGIS style' }],
};
const patches: DownloadRow = {
  name: 'Patches of change',
  files: [
    { file: 'patches.geojson', format: 'GeoJSON' },
    { file: 'patches.kml', format: 'KML' },
    { file: 'patches.zip', format: 'Shapefile' },
    { file: 'patches.csv', format: 'CSV' },
  ],
};

/** Every file of a result, in formats for a GIS and for slides. */
export function Downloads({ result }: { result: RunResult }) {
  return (
    <Collapsible title="Downloads">
      <ul className={styles.rows}>
        {[...pictures, ...(hasClassColours(result) ? [classes] : []), patches].map(
          ({ name, files }) => (
            <li key={name} className={styles.row}>
              <span>{name}</span>
              <span className={styles.files}>
                {files.map(({ file, format }) => (
                  <a
                    key={file}
                    className={styles.file}
                    href={downloadAddress(result.id, file)}
                    download
                    aria-label={`${name} as ${format}`}
                  >
                    {format}
                  </a>
                ))}
              </span>
            </li>
          ),
        )}
      </ul>
    </Collapsible>
  );
}
