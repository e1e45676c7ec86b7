import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { Upload } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Focusable } from 'react-aria-components';
import { useLetterKeys } from '../../../map/shortcuts/shortcuts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Tooltip } from '../../../ui/actions/tooltip.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { isValuable } from '../state/map-layer.ts';
import { UnfinishedUploads } from '../upload/unfinished-uploads.tsx';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './data-section.module.css';
import { LayerRow } from './layer-row.tsx';

const { maxDataLayers } = limits.valueMapper;

/** A project's data layers, the uppermost first, with a button for another upload. */
export function DataSection() {
  const { tasks } = useWorkspace();
  const { layers } = useProject();
  useLetterKeys(
    'Data layers',
    layers.toReversed().flatMap((entry, place) => {
      const { id: layerId, label } = entry.layer;
      const run = () => tasks.begin({ kind: 'valuation', layerId });
      const key = { keys: String(place + 1), does: `Valuation curve of ${label}`, run };
      return isValuable(entry) ? [key] : [];
    }),
  );
  return (
    <>
      <div className={styles.upload}>
        <UploadButton
          isFull={layers.length >= maxDataLayers}
          onPress={() => tasks.begin({ kind: 'upload' })}
        />
        <Text number={3} tone="soft" as="span">
          {layers.length} of {maxDataLayers} layers
        </Text>
      </div>
      <UnfinishedUploads onResume={(resumed) => tasks.begin({ kind: 'upload', resumed })} />
      {layers.length === 0 ? (
        <SideNote number={2}>
          Upload a GeoTIFF to see it on the map, then give its numbers a conservation value.
        </SideNote>
      ) : (
        <ul className={styles.layers} aria-label="Data layers" onKeyDown={moveAmongLayers}>
          {layers.toReversed().map((entry) => (
            <LayerRow key={entry.layer.id} entry={entry} count={layers.length} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The arrow keys up and down lead from a layer's actions to those of the next layer. */
function moveAmongLayers(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const from = event.target instanceof Element ? event.target.closest('button') : null;
  const actions = from?.closest('[role="toolbar"]');
  if (step === undefined || from === null || !actions || event.defaultPrevented) return;
  const rows = [...event.currentTarget.children];
  const next = rows[rows.findIndex((row) => row.contains(actions)) + step];
  const buttonsOf = (part: Element | undefined) => [
    ...(part?.querySelectorAll<HTMLElement>('[role="toolbar"] button') ?? []),
  ];
  const buttons = buttonsOf(next);
  const place = buttonsOf(actions.parentElement ?? undefined).indexOf(from);
  const to = buttons[place]?.matches(':enabled') ? buttons[place] : buttons[0];
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** A disabled button takes no focus and shows no tooltip, so the element around it does. */
function UploadButton({ isFull, onPress }: { isFull: boolean; onPress: () => void }) {
  const button = (
    <Button size="sm" icon={Upload} isDisabled={isFull} onPress={onPress}>
      Upload raster
    </Button>
  );
  if (!isFull) return button;
  const text = messages.valueMapper.maxDataLayers;
  return (
    <Tooltip text={text}>
      <Focusable>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
        <span role="group" aria-label={text} className={styles.full}>
          {button}
        </span>
      </Focusable>
    </Tooltip>
  );
}
