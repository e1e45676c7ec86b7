import { limits } from '@refugia/contract/limits.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { MissingValueRule } from '@refugia/engine/valuation/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { numberText } from '../../../ui/data/number-text.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { projectsQuery } from '../calls/calls.ts';
import { showFailure } from '../calls/failure.ts';
import { PaletteChoice } from '../layers/palette-choice.tsx';
import {
  type CombinationPart,
  effective,
  firstCombination,
  hasWeight,
  shareOf,
  valuedLayers,
  withLayers,
} from '../state/combination.ts';
import { readPalette, storedPalette } from '../state/palettes.ts';
import { borrowLayers } from '../workspace/borrowed-layers.ts';
import { DockDialog } from '../workspace/dock-dialog.tsx';
import { useProject, useWorkspace } from '../workspace/use-workspace.ts';
import styles from './combine-panel.module.css';

/** The dialog that combines the values of several layers. The map shows the result while it is chosen. */
export function CombinePanel({ onClose }: { onClose: () => void }) {
  const { combined, store, tasks } = useWorkspace();
  const { draft } = useStore(combined);
  useEffect(() => {
    const { stored, borrowed } = combined.getState();
    const layers = [...borrowed, ...store.getState().layers];
    combined.change({ draft: firstCombination(layers, stored?.combination ?? null) });
    return () => combined.change({ draft: null });
  }, [combined, store]);
  return (
    <DockDialog
      label="Combine layers"
      title="Combine layers"
      onClose={onClose}
      footer={
        <div className={styles.buttons}>
          <Button kind="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button
            isDisabled={draft === null || !hasWeight(draft)}
            onPress={() => {
              if (draft === null) return;
              tasks.begin({ kind: 'process-combined', combination: effective(draft) });
            }}
          >
            Apply
          </Button>
        </div>
      }
    >
      {draft !== null && (
        <CombinationFields draft={draft} onChange={(next) => combined.change({ draft: next })} />
      )}
    </DockDialog>
  );
}

interface FieldsProps {
  draft: Combination;
  onChange: (draft: Combination) => void;
}

function CombinationFields({ draft, onChange }: FieldsProps) {
  const { layers } = useProject();
  const { borrowed } = useStore(useWorkspace().combined);
  const valued = valuedLayers([...borrowed, ...layers]).toReversed();
  const grids = valued.map(({ layer: { id, label } }) => ({ id: String(id), label }));
  return (
    <>
      <PanelSection>
        <SideNote>The map shows the mean of the layers’ values, by their weights.</SideNote>
        <ul className={styles.parts} aria-label="Layers that are combined">
          {valued.map(({ layer: { id, label } }) => (
            <PartFields key={id} layerId={id} label={label} draft={draft} onChange={onChange} />
          ))}
        </ul>
        <BorrowField draft={draft} onChange={onChange} />
        {!hasWeight(draft) && <SideNote>Give a weight to at least one layer.</SideNote>}
      </PanelSection>
      <PanelSection>
        <Select
          label="Where a layer has no value"
          options={missingOptions}
          value={draft.missing}
          onChange={(missing) => onChange({ ...draft, missing })}
        />
        <Select
          label="Pixels of the file"
          options={[finestOption, ...grids]}
          value={draft.grid_layer === null ? finestOption.id : String(draft.grid_layer)}
          onChange={(id) =>
            onChange({ ...draft, grid_layer: id === finestOption.id ? null : Number(id) })
          }
        />
        <PaletteChoice
          palette={readPalette(draft.color_palette)}
          onChange={(palette) => onChange({ ...draft, color_palette: storedPalette(palette) })}
        />
      </PanelSection>
    </>
  );
}

const finestOption = { id: 'finest', label: 'As those of the finest layer' };

const missingOptions: readonly { id: MissingValueRule; label: string }[] = [
  { id: 'no-data', label: 'The result has none, either' },
  { id: 'skip', label: 'The other layers count alone' },
];

interface PartFieldsProps extends FieldsProps {
  layerId: number;
  label: string;
}

function PartFields({ layerId, label, draft, onChange }: PartFieldsProps) {
  const part = draft.layers.find(({ data_layer }) => data_layer === layerId);
  if (part === undefined) return null;
  const { weight, above, leaves_out } = part;
  const set = (changes: Partial<CombinationPart>) =>
    onChange({
      ...draft,
      layers: draft.layers.map((each) => (each === part ? { ...each, ...changes } : each)),
    });
  return (
    <li className={styles.part} aria-label={label}>
      <Slider
        label={label}
        value={Math.round(weight * 100)}
        maxValue={100}
        isDisabled={leaves_out}
        format={() =>
          leaves_out ? 'a mask' : `counts ${Math.round(100 * shareOf(draft, layerId))} %`
        }
        onChange={(percent) => set({ weight: percent / 100 })}
      />
      <div className={styles.choices}>
        <Checkbox
          isSelected={above !== null}
          isDisabled={leaves_out}
          onChange={(isLimited) => set({ above: isLimited ? 0 : null })}
        >
          Must be above
        </Checkbox>
        <Checkbox
          isSelected={leaves_out}
          onChange={(isMask) => set({ leaves_out: isMask, ...(isMask && { above: null }) })}
        >
          Leave out where above 0
        </Checkbox>
      </div>
      {above !== null && (
        <Slider
          label={`${label} must be above`}
          value={above}
          minValue={-1}
          maxValue={1}
          step={0.05}
          format={numberText}
          onChange={(limit) => set({ above: limit })}
        />
      )}
    </li>
  );
}

const { maxCombinedLayers } = limits.valueMapper;

interface BorrowFieldProps {
  draft: Combination;
  onChange: (draft: Combination) => void;
}

/** Adds the valued layers of another project of one's own. */
function BorrowField({ draft, onChange }: BorrowFieldProps) {
  const { combined, store } = useWorkspace();
  const { isPending, run } = useCall((error) => showFailure(labels.getDataLayersOnInit, error));
  const accountId = useSession().account?.id ?? null;
  const { data = [] } = useQuery(projectsQuery(accountId));
  const others = data.filter(({ id }) => id !== store.projectId);
  if (others.length === 0) return null;

  async function add(projectId: number): Promise<void> {
    const { borrowed } = combined.getState();
    const isNew = ({ layer }: (typeof borrowed)[number]) =>
      !borrowed.some((known) => known.layer.id === layer.id);
    const room = maxCombinedLayers - draft.layers.length;
    const found = (await borrowLayers(projectId)).filter(isNew).slice(0, room);
    if (found.length === 0) {
      showToast('warning', 'There is no layer with values to add from this project.');
      return;
    }
    combined.change({ borrowed: [...borrowed, ...found] });
    onChange(withLayers(draft, found));
  }

  return (
    <Select
      label="Add the layers of another project"
      options={others.map(({ id, title }) => ({ id: String(id), label: title }))}
      value={null}
      placeholder={isPending ? 'Adding them …' : 'Choose a project'}
      isDisabled={isPending || draft.layers.length >= maxCombinedLayers}
      onChange={(id) => run(() => add(Number(id)))}
    />
  );
}
