import { limits } from '@refugia/contract/limits.ts';
import { type FeatureState, isSameState } from '@refugia/engine/merge/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/query-keys.ts';
import { inColumnOrder, layerIdOf } from '../state/features.ts';
import { chosenFeatures, refuseSoMany, useChosenFeatures } from '../workspace/chosen-features.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { parseCell, withAttribute } from './cell-edits.ts';
import styles from './table.module.css';

/** What can be done with the chosen features: one field of all is set, or all are deleted. */
export function ChosenBar() {
  const chosen = useChosenFeatures();
  const { isOwner } = useOpenMap();
  const apply = useChangeOfAll();
  const [isAsking, setIsAsking] = useState(false);
  const count = chosen.length;
  const features = count === 1 ? '1 feature' : `${count.toLocaleString('en-US')} features`;
  if (count === 0) return null;
  return (
    <PanelSection>
      <Text number={2} as="span">
        <span role="status">{features} chosen</span>
      </Text>
      <div className={styles.chosen}>
        <Popover
          title={`Set a field of ${features}`}
          trigger={<PanelButton icon={Pencil}>Set a field</PanelButton>}
        >
          <FieldForm
            onSet={(key, text) =>
              apply(
                ({ properties, ...others }) => ({
                  ...others,
                  properties: withAttribute(properties, key, parseCell(text, properties[key])),
                }),
                'changed',
              )
            }
          />
        </Popover>
        <PanelButton
          tone="danger"
          icon={Trash2}
          onPress={() => (isOwner ? setIsAsking(true) : void apply(() => null, 'deleted'))}
        >
          Delete
        </PanelButton>
        <PanelButton kind="text" icon={X} onPress={() => chosenFeatures.clear()}>
          Choose none
        </PanelButton>
      </div>
      <ConfirmDialog
        title={`Delete ${features}?`}
        isOpen={isAsking}
        confirmLabel={`Delete ${features}`}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          void apply(() => null, 'deleted');
        }}
        onCancel={() => setIsAsking(false)}
      >
        They go from the map for everybody. Undo brings all of them back in one step.
      </ConfirmDialog>
    </PanelSection>
  );
}

/**
 * Changes all chosen features at once: as one step of undo for the owner, and as a part of one
 * proposal for an editor.
 */
function useChangeOfAll() {
  const { client, map, state, isOwner } = useOpenMap();
  const chosen = useChosenFeatures();
  const queries = useQueryClient();
  return async (change: (before: FeatureState) => FeatureState | null, done: string) => {
    // An editor's earlier changes of a feature that are not proposed yet stay.
    const drafted = new Map(state.draft.changes.map((each) => [each.featureId, each.after]));
    const changes = chosen
      .map(({ id: featureId, revision: baseRevision, state: before }) => {
        const now = drafted.get(featureId) ?? before;
        return { featureId, baseRevision, before, after: change(now) };
      })
      .filter(({ before, after }) => !isSameState(before, after));
    const waiting = isOwner ? 0 : state.draft.changes.length;
    if (changes.length + waiting > limits.collaborativeMapper.maxChangesAtOnce) {
      refuseSoMany();
      return;
    }
    chosenFeatures.clear();
    if (!isOwner) {
      await client.edits.addToDraft(changes);
      return;
    }
    await client.edits.edit(changes);
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'features') });
    const count = changes.length.toLocaleString('en-US');
    showToast('success', `${changes.length === 1 ? '1 feature' : `${count} features`} ${done}.`);
  };
}

/** The form for a field and the value that all chosen features get. */
function FieldForm({ onSet }: { onSet: (key: string, text: string) => Promise<void> }) {
  const chosen = useChosenFeatures();
  const layers = useShownLayers();
  const ids = new Set(chosen.map(layerIdOf));
  const fields = layers
    .filter(({ id }) => ids.has(id))
    .flatMap((layer) => layer.fields.filter(({ is_removed: isRemoved }) => !isRemoved));
  const keys = chosen.flatMap(({ state }) => Object.keys(state.properties));
  const names = inColumnOrder([...new Set([...fields.map(({ key }) => key), ...keys])], fields);
  const [key, setKey] = useState<string | null>(null);
  const [text, setText] = useState('');
  return (
    <Form
      onSubmit={() => {
        if (key !== null) void onSet(key, text);
      }}
    >
      <Select
        label="Field"
        options={names.map((id) => ({
          id,
          label: fields.find((each) => each.key === id)?.name ?? id,
        }))}
        value={key}
        onChange={setKey}
      />
      <TextField
        label="Value"
        description="Without a value, the field is emptied."
        value={text}
        onChange={setText}
        maxLength={limits.collaborativeMapper.attributeValueMaxLength}
      />
      <FormActions>
        <PanelButton kind="primary" type="submit" isDisabled={key === null}>
          Set it
        </PanelButton>
      </FormActions>
    </Form>
  );
}
