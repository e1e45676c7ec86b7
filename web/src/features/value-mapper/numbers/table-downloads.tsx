import type { ZoneFileFormat } from '@refugia/contract/value-mapper/calls.ts';
import type { ValueMapperErrorLabel } from '@refugia/contract/value-mapper/errors.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { useCall } from '../../../lib/use-call.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { showFailure } from '../calls/failure.ts';

const formats: readonly (readonly [ZoneFileFormat, string])[] = [
  ['csv', 'CSV'],
  ['geojson', 'GeoJSON'],
  ['gpkg', 'GeoPackage'],
];

interface TableDownloadsProps {
  /** What the rows are, such as zones. */
  of: string;
  /** The files' name, without its ending. */
  fileName: string;
  /** The title of a failure. */
  label: ValueMapperErrorLabel;
  fetchFile: (format: ZoneFileFormat) => Promise<Blob>;
}

/** A table with its shapes, as files. */
export function TableDownloads({ of, fileName, label, fetchFile }: TableDownloadsProps) {
  const { isPending, run } = useCall((error) => showFailure(label, error));
  return (
    <div className={utilities.cluster}>
      {formats.map(([format, name]) => (
        <PanelButton
          key={format}
          isDisabled={isPending}
          keepsFocus
          aria-label={`Download the ${of} as ${name}`}
          onPress={() =>
            run(async () => saveAsFile(`${fileName}.${format}`, await fetchFile(format)))
          }
        >
          {name}
        </PanelButton>
      ))}
    </div>
  );
}
