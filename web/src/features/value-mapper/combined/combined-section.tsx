import type { CombinedRaster } from '@refugia/contract/value-mapper/combined.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import { Download, Eye, EyeOff, Layers, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { useStore } from '../../../lib/store.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { DeleteDialog } from '../../../ui/overlays/delete-button.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { deleteCombined, downloadCombined } from '../calls/combined-calls.ts';
import { showFailure } from '../calls/failure.ts';
import { occurringRange, ValueLegend } from '../layers/layer-legend.tsx';
import { valuedLayers } from '../state/combination.ts';
import { readPalette } from '../state/palettes.ts';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './combine-panel.module.css';

const Scenarios = latePart(async () => (await import('./scenarios.tsx')).Scenarios);

/** The combined values of the project's layers, or the way to them. */
export function CombinedSection() {
  const { combined, tasks } = useWorkspace();
  const { layers } = useProject();
  const { stored } = useStore(combined);
  const count = valuedLayers(layers).length;
  if (stored !== null) return <CombinedRow stored={stored} />;
  return (
    <>
      <div>
        <PanelButton
          icon={Layers}
          isDisabled={count < 2}
          onPress={() => tasks.begin({ kind: 'combine' })}
        >
          Combine layers
        </PanelButton>
      </div>
      {count < 2 && (
        <SideNote>
          Give at least two layers a valuation curve to see where all of them are high.
        </SideNote>
      )}
    </>
  );
}

function CombinedRow({ stored }: { stored: CombinedRaster }) {
  const { combined, store, tasks } = useWorkspace();
  const { isShown } = useStore(combined);
  const [isDeleting, setIsDeleting] = useState(false);
  const { state } = stored.processing;
  return (
    <section className={styles.row} aria-label="Combined value">
      <h4 className={styles.title}>Combined value</h4>
      <Toolbar className={styles.actions} aria-label="Actions of the combined value">
        <IconButton
          icon={isShown ? Eye : EyeOff}
          label={isShown ? 'Hide the combined value' : 'Show the combined value'}
          tip
          onPress={() => combined.change({ isShown: !isShown })}
        />
        <IconButton
          icon={SlidersHorizontal}
          label="Change the combination"
          tip
          onPress={() => tasks.begin({ kind: 'combine' })}
        />
        <IconButton
          icon={Download}
          label="Download the combined value as GeoTIFF"
          tip
          isDisabled={state !== 'done'}
          onPress={() =>
            void downloadCombined(store.projectId).catch((error) =>
              showFailure(labels.postDownload, error),
            )
          }
        />
        <IconButton
          icon={Trash2}
          label="Delete the combined value"
          tip
          onPress={() => setIsDeleting(true)}
        />
      </Toolbar>
      <CombinedState stored={stored} />
      {isShown && (
        <ValueLegend
          palette={readPalette(stored.combination.color_palette)}
          range={occurringRange(stored)}
        />
      )}
      <Scenarios combination={stored.combination} />
      {isDeleting && (
        <DeleteDialog
          title="Delete the combined value?"
          act={() => deleteCombined(store.projectId)}
          onDone={() => combined.change({ stored: null, isShown: false })}
          failure={(error) => showFailure(labels.deleteCombined, error)}
          onCancel={() => setIsDeleting(false)}
        >
          The layers and their values stay.
        </DeleteDialog>
      )}
    </section>
  );
}

/** Says what is under way or has failed, and whether the file is older than the values. */
function CombinedState({ stored }: { stored: CombinedRaster }) {
  const { tasks } = useWorkspace();
  const { state, reason } = (stored.replacement ?? stored).processing;
  if (state === 'done') {
    if (stored.is_current) return null;
    return (
      <SideNote>
        The layers’ values have changed since the file was made. Apply the combination again to
        renew it.
      </SideNote>
    );
  }
  return (
    <div>
      <SideNote>{reason ?? 'The combined values are being built.'}</SideNote>
      <TextButton onPress={() => tasks.begin({ kind: 'process-combined', combination: null })}>
        {state === 'failed' ? 'Try again' : 'Show progress'}
      </TextButton>
    </div>
  );
}
