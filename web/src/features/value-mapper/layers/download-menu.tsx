import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { RasterFile, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { Download } from 'lucide-react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { showFailure } from '../calls/failure.ts';
import { downloadFile } from '../calls/raster-calls.ts';
import styles from './data-section.module.css';

const originals: readonly (readonly [RasterFile, string])[] = [
  ['cog', 'Cloud Optimized GeoTIFF'],
  ['picture', 'Picture (PNG)'],
  ['world-file', 'World file of the picture'],
];
const valuedOnes: readonly (readonly [RasterFile, string])[] = [
  ['valued-cog', 'Valued GeoTIFF'],
  ['valued-picture', 'Valued picture (PNG)'],
  ['valued-world-file', 'World file of the valued picture'],
];

interface DownloadMenuProps {
  raster: ValueRaster;
  label: string;
  hasValued: boolean;
  /** Whether files were made from the upload. */
  isProcessed: boolean;
}

/** A menu of a layer's files. */
export function DownloadMenu({ raster, label, hasValued, isProcessed }: DownloadMenuProps) {
  const files = [
    ['original', raster.data_file_name] as const,
    ...(isProcessed ? originals : []),
    ...(hasValued ? valuedOnes : []),
  ];
  return (
    <Popover title="Download" trigger={<IconButton icon={Download} label={`Download ${label}`} />}>
      <ul className={styles.files}>
        {files.map(([file, name]) => (
          <li key={file}>
            <TextButton
              onPress={() => {
                downloadFile(raster.id, file).catch((error) =>
                  showFailure(valueMapperErrorLabels.postDownload, error),
                );
              }}
            >
              {name}
            </TextButton>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
