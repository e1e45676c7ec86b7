import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Panel, PanelSection } from '../../../ui/layout/panel.tsx';
import { showFailure } from '../calls/failure.ts';
import { removeValuation } from '../processing/valued-steps.ts';
import { appearanceOf, rangeOf } from '../state/appearance-of.ts';
import type { MapLayer } from '../state/map-layer.ts';
import {
  defaultSettings,
  settingsOf,
  type ValuationSettings,
} from '../state/valuation-settings.ts';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { ClassTable } from './class-table.tsx';
import { CurveFields } from './curve-fields.tsx';
import { CurvePreview } from './curve-preview.tsx';
import { PaletteField } from './palette-field.tsx';
import { ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface ValuationPanelProps {
  entry: MapLayer;
  raster: ValueRaster;
  onStore: (settings: ValuationSettings) => void;
  /** Gets the focus when the dialog closes. */
  opener: RefObject<Element | null>;
  onClose: () => void;
}

/** The dialog of a valuation. It is beside the map, which previews the result. */
export function ValuationPanel({ entry, raster, onStore, opener, onClose }: ValuationPanelProps) {
  const workspace = useWorkspace();
  const { layer, valued } = entry;
  const range = rangeOf(raster);
  const [draft] = useState(
    () => new ValuationDraft(valued ? settingsOf(valued) : defaultSettings(raster, range)),
  );
  const [isRemoving, setIsRemoving] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useFocusInside(frame, opener);
  usePreviewOnMap(draft, entry, raster);

  async function remove(): Promise<void> {
    setIsRemoving(true);
    try {
      await removeValuation(workspace, layer.id);
      onClose();
    } catch (error) {
      showFailure(valueMapperErrorLabels.deleteValuedRaster, error);
      setIsRemoving(false);
    }
  }

  return (
    <div
      ref={frame}
      role="dialog"
      aria-label={`Valuation curve of ${layer.label}`}
      className={styles.frame}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <Panel
        title="Valuation curve"
        subtitle={layer.label}
        footer={
          <div className={styles.buttons}>
            <Button
              kind="secondary"
              tone="danger"
              isDisabled={valued === null}
              isPending={isRemoving}
              onPress={() => void remove()}
            >
              Remove
            </Button>
            <span className={styles.gap} />
            <Button kind="secondary" onPress={onClose}>
              Cancel
            </Button>
            <Button onPress={() => onStore(draft.getState())}>Apply</Button>
          </div>
        }
      >
        {raster.kind === 'categorical' ? (
          <PanelSection title="A value for each class">
            <ClassTable draft={draft} raster={raster} />
          </PanelSection>
        ) : (
          <PanelSection>
            <CurvePreview draft={draft} rasterId={raster.id} range={range} />
            <CurveFields draft={draft} range={range} />
          </PanelSection>
        )}
        <PanelSection>
          <PaletteField draft={draft} />
        </PanelSection>
      </Panel>
    </div>
  );
}

/**
 * Draws the layer by the draft without rendering React. The layer's own look returns when the
 * dialog closes.
 */
function usePreviewOnMap(draft: ValuationDraft, entry: MapLayer, raster: ValueRaster): void {
  const { mapLayers } = useWorkspace();
  useEffect(() => {
    const id = entry.layer.id;
    const show = () =>
      mapLayers.current?.preview(id, appearanceOf(entry, raster, draft.getState()));
    show();
    const end = draft.subscribe(show);
    return () => {
      end();
      mapLayers.current?.preview(id, null);
    };
  }, [draft, entry, raster, mapLayers]);
}

/** Moves the focus into the dialog, and back to its former place when the dialog closes. */
function useFocusInside(
  frame: RefObject<HTMLElement | null>,
  opener: RefObject<Element | null>,
): void {
  useEffect(() => {
    frame.current?.focus();
    const giveBack = () => {
      const active = document.activeElement;
      // A lost focus may have landed elsewhere meanwhile.
      const before = opener.current;
      const isLost = active === document.body || active?.matches('main, [data-landing]') === true;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
    return () => {
      giveBack();
      requestAnimationFrame(giveBack);
    };
  }, [frame, opener]);
}
