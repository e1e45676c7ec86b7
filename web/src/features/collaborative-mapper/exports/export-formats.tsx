import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { Download } from 'lucide-react';
import { saveAsFile } from '../../../lib/save-as-file.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { useOpenMap } from '../workspace/open-map.ts';
import { type FileFormat, fileFormats, fileNameOf } from './file-name.ts';

export interface ExportMenuProps {
  /** Without it, the file contains the whole map. */
  layer?: VectorLayer;
  onPicture?: () => Promise<Blob>;
}

/** It is open from the start, because the person has pressed the button already. */
export function ExportFormats({ layer, onPicture }: ExportMenuProps) {
  const { call, map } = useOpenMap();
  const name = layer?.dataset ?? map.name;
  const download = useAction({
    act: async (format: FileFormat) =>
      format === 'png'
        ? onPicture?.()
        : call<Blob>('/api/rrm/export', {
            query: { id: map.id, format, layer_id: layer?.id },
            asFile: true,
          }),
    failure: 'The file could not be made. Please try again.',
    onDone: (file, format) => {
      if (file !== undefined) saveAsFile(fileNameOf(name, format), file);
    },
  });
  const offered = fileFormats.filter(({ format }) => format !== 'png' || onPicture !== undefined);
  return (
    <Popover
      title={`Export ${name}`}
      trigger={
        <PanelButton icon={Download} isPending={download.isPending} autoFocus>
          Export
        </PanelButton>
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
            <TextButton onPress={() => download.mutate(format)}>{label}</TextButton>
          </ListItem>
        ))}
      </List>
      <SideNote>
        In CSV an apostrophe keeps spreadsheets from computing a text that begins with =, +, - or @.
        “CSV, exact” has every text as it is.
      </SideNote>
    </Popover>
  );
}
