import type { ExportFormat } from '@refugia/contract/collaborative-mapper/layers.ts';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { failureText } from '../../../lib/api-errors.ts';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { exportMap } from '../calls/exports.ts';
import type { ExportMenuProps } from './export-props.ts';
import { fileNameOf } from './file-name.ts';

interface FormatEntry {
  format: ExportFormat | 'png';
  label: string;
  description: string;
}

const formats: readonly FormatEntry[] = [
  { format: 'geojson', label: 'GeoJSON', description: 'For the web and any GIS' },
  { format: 'kml', label: 'KML', description: 'For Google Earth' },
  { format: 'shapefile', label: 'Shapefile', description: 'Zipped, for desktop GIS' },
  { format: 'csv', label: 'CSV', description: 'For spreadsheets, with WKT' },
  { format: 'csv-exact', label: 'CSV, exact', description: 'For programs, with WKT' },
];

const picture: FormatEntry = {
  format: 'png',
  label: 'PNG',
  description: 'A picture of what the map shows',
};

/**
 * The list of formats. It is open from the start, because the person has pressed the button
 * already.
 */
export function ExportFormats({ call, map, layer, onPicture }: ExportMenuProps) {
  const name = layer?.dataset ?? map.name;
  const download = useMutation({
    mutationFn: async (format: ExportFormat | 'png') =>
      format === 'png'
        ? onPicture?.()
        : exportMap(call, {
            mapId: map.id,
            format,
            ...(layer !== undefined && { layerId: layer.id }),
          }),
    onSuccess: (file, format) => {
      if (file !== undefined) saveAsFile(fileNameOf(name, format), file);
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The file could not be made. Please try again.')),
  });
  const offered = onPicture === undefined ? formats : [...formats, picture];
  return (
    <Popover
      title={`Export ${name}`}
      trigger={
        <Button
          kind="secondary"
          size="sm"
          icon={<Icon of={Download} size="sm" />}
          isPending={download.isPending}
          autoFocus
        >
          Export
        </Button>
      }
      isOpenAtFirst
    >
      <List kind="plain">
        {offered.map(({ format, label, description }) => (
          <ListItem
            key={format}
            trailing={
              <Text number={3} tone="soft" as="span">
                {description}
              </Text>
            }
          >
            <Button kind="text" size="sm" onPress={() => download.mutate(format)}>
              {label}
            </Button>
          </ListItem>
        ))}
      </List>
      <Text number={3} tone="soft">
        In CSV an apostrophe keeps spreadsheets from computing a text that begins with =, +, - or @.
        “CSV, exact” has every text as it is.
      </Text>
    </Popover>
  );
}
