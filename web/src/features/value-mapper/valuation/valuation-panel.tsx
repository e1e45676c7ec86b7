import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { RasterClass, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { hexOfColour } from '@refugia/engine/valuation/index.ts';
import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCall } from '../../../lib/use-call.ts';
import { useUndoKeys } from '../../../map/shortcuts/shortcuts.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { numberText } from '../../../ui/data/number-text.ts';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { showFailure } from '../calls/failure.ts';
import { PaletteChoice } from '../layers/palette-choice.tsx';
import { removeValuation } from '../processing/processing-steps.ts';
import { appearanceOf, classColour, rangeOf } from '../state/appearance-of.ts';
import type { MapLayer } from '../state/map-layer.ts';
import { defaultSettings, settingsOf } from '../state/valuation-settings.ts';
import { DockDialog } from '../workspace/dock-dialog.tsx';
import { useLayer, useWorkspace } from '../workspace/use-workspace.ts';
import { CurveFields, CurvePreview } from './curve.tsx';
import { CurveChoice } from './curve-choice.tsx';
import { CurveNumbers } from './curve-numbers.tsx';
import { useDraft, ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface ValuationPanelProps {
  entry: MapLayer;
  raster: ValueRaster;
  onClose: () => void;
}

function ValuationPanel({ entry, raster, onClose }: ValuationPanelProps) {
  const workspace = useWorkspace();
  const { layer, valued } = entry;
  const range = rangeOf(raster);
  const [draft] = useState(
    () => new ValuationDraft(valued ? settingsOf(valued) : defaultSettings(raster, range)),
  );
  const removal = useCall((error) => showFailure(valueMapperErrorLabels.deleteValuedRaster, error));
  usePreviewOnMap(draft, entry, raster);

  const apply = () => {
    const settings = draft.getState();
    workspace.tasks.begin({ kind: 'process-valued', layerId: layer.id, settings });
  };

  async function remove(): Promise<void> {
    await removeValuation(workspace, layer.id);
    onClose();
  }

  return (
    <DockDialog
      label={`Valuation curve of ${layer.label}`}
      title="Valuation curve"
      subtitle={layer.label}
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button
            kind="secondary"
            tone="danger"
            isDisabled={valued === null}
            isPending={removal.isPending}
            onPress={() => removal.run(remove)}
          >
            Remove
          </Button>
          <UndoButtons draft={draft} />
          <span className={styles.gap} />
          <Button kind="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button onPress={apply}>Apply</Button>
        </div>
      }
    >
      {raster.kind === 'categorical' ? (
        <PanelSection title="A value for each class">
          <ClassTable draft={draft} raster={raster} />
        </PanelSection>
      ) : (
        <PanelSection>
          <CurvePreview draft={draft} rasterId={raster.id} range={range} unit={layer.unit} />
          <CurveChoice draft={draft} range={range} />
          <CurveNumbers draft={draft} range={range} />
          <Collapsible title="Advanced" isFlush>
            <CurveFields draft={draft} range={range} />
          </Collapsible>
        </PanelSection>
      )}
      <PanelSection>
        <PaletteField draft={draft} />
      </PanelSection>
    </DockDialog>
  );
}

/** Undo and redo within the dialog, by buttons and by the usual keys. */
function UndoButtons({ draft }: { draft: ValuationDraft }) {
  const canUndo = useDraft(draft, (_, { canUndo: can }) => can);
  const canRedo = useDraft(draft, (_, { canRedo: can }) => can);
  useUndoKeys((step) => (step === 'undo' ? draft.undo() : draft.redo()), true);
  return (
    <>
      <IconButton icon={Undo2} label="Undo" tip isDisabled={!canUndo} onPress={draft.undo} />
      <IconButton icon={Redo2} label="Do again" tip isDisabled={!canRedo} onPress={draft.redo} />
    </>
  );
}

/** Draws the layer by the draft, without rendering React, until the dialog closes. */
function usePreviewOnMap(draft: ValuationDraft, entry: MapLayer, raster: ValueRaster): void {
  const { mapLayers, previewed } = useWorkspace();
  useEffect(() => {
    const id = entry.layer.id;
    const show = () => {
      const settings = draft.getState();
      previewed.current = { layerId: id, settings };
      mapLayers.current?.preview(id, appearanceOf(entry, raster, settings));
    };
    show();
    const end = draft.subscribe(show);
    return () => {
      end();
      previewed.current = null;
      mapLayers.current?.preview(id, null);
    };
  }, [draft, entry, raster, mapLayers, previewed]);
}

function ClassTable({ draft, raster }: { draft: ValuationDraft; raster: ValueRaster }) {
  return (
    <ul className={styles.classes} aria-label="Classes">
      {raster.classes.map((each, index) => (
        <li key={each.code} className={styles.class}>
          <span
            className={styles.swatch}
            style={{ background: hexOfColour(classColour(each, index)) }}
          />
          <ClassValue draft={draft} rasterClass={each} />
        </li>
      ))}
    </ul>
  );
}

function ClassValue({ draft, rasterClass }: { draft: ValuationDraft; rasterClass: RasterClass }) {
  const { code, count } = rasterClass;
  const value = useDraft(draft, ({ function: made }) =>
    made.type === 'class' ? (made.values.find((each) => each.code === code)?.value ?? 0) : 0,
  );
  const counted = count === null ? '' : ` (${count.toLocaleString('en-US')} pixels)`;
  return (
    <Slider
      label={`Class ${code}${counted}`}
      value={value}
      onChange={(next) => draft.setClassValue(code, next)}
      onChangeEnd={draft.endGesture}
      minValue={-1}
      maxValue={1}
      step={0.1}
      format={numberText}
    />
  );
}

function PaletteField({ draft }: { draft: ValuationDraft }) {
  const palette = useDraft(draft, (settings) => settings.palette);
  return (
    <PaletteChoice
      palette={palette}
      onChange={(next) => draft.set({ ...draft.getState(), palette: next })}
    />
  );
}

interface ValuationDialogProps extends Pick<ValuationPanelProps, 'onClose'> {
  layerId: number;
}

/** The dialog of a valuation, beside the map, so that each setting is seen there at once. */
export function ValuationDialog({ layerId, onClose }: ValuationDialogProps) {
  const entry = useLayer(layerId);
  if (!entry?.raster) return null;
  return <ValuationPanel key={layerId} entry={entry} raster={entry.raster} onClose={onClose} />;
}
