import {
  type FieldValue,
  inFieldOrder,
  valueFault,
} from '@refugia/contract/collaborative-mapper/fields.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type FeatureState, isSameState } from '@refugia/engine/merge/index.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Layers, Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../../ui/overlays/modal.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { listKey } from '../calls/map-lists.ts';
import { valueOfText, withAttribute } from '../fields/field-values.ts';
import { LayerChoice, ValueInput } from '../fields/inputs.tsx';
import { featuresText, layerIdOf } from '../state/features.ts';
import { shownFields, textField } from '../state/layer-fields.ts';
import { chosenFeatures, refuseSoMany, useChosenFeatures } from '../workspace/chosen-features.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';

/** What can be done with all chosen features: a field is set, they move to a layer, or they go. */
export function ChosenBar() {
  const chosen = useChosenFeatures();
  const { isOwner } = useOpenMap();
  const apply = useChangeOfAll();
  const [isAsking, setIsAsking] = useState(false);
  const features = featuresText(chosen.length);
  if (chosen.length === 0) return null;
  return (
    <PanelSection>
      <Text number={2} as="span">
        <span role="status">{features} chosen</span>
      </Text>
      <div className={utilities.cluster}>
        <Popover
          title={`Set a field of ${features}`}
          trigger={<PanelButton icon={Pencil}>Set a field</PanelButton>}
        >
          <FieldForm
            onSet={(key, valueFor) =>
              apply(
                (now) => ({
                  ...now,
                  properties: withAttribute(now.properties, key, valueFor(now)),
                }),
                'changed',
              )
            }
          />
        </Popover>
        <Popover
          title={`Move ${features} to another layer`}
          trigger={<PanelButton icon={Layers}>Move</PanelButton>}
        >
          <LayerForm onMove={(layerId) => apply((now) => ({ ...now, layerId }), 'moved')} />
        </Popover>
        <PanelButton
          tone="danger"
          icon={Trash2}
          onPress={() => (isOwner ? setIsAsking(true) : void apply(() => null, 'deleted'))}
        >
          Delete
        </PanelButton>
        <TextButton icon={X} onPress={() => chosenFeatures.clear()}>
          Choose none
        </TextButton>
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

/** Changes all chosen features, in one step of undo or in one proposal. */
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
    const features = featuresText(changes.length);
    if (!isOwner) {
      await client.edits.addToDraft(changes);
      showToast('message', `${features} ${done}, to be proposed from the panel.`);
      return;
    }
    await client.edits.edit(changes);
    await queries.invalidateQueries({ queryKey: listKey(map.id, 'features') });
    showToast('success', `${features} ${done}.`);
  };
}

interface FieldFormProps {
  /** Called with the key of the field, and with what gives the new value for a feature. */
  onSet: (key: string, valueFor: (state: FeatureState) => FieldValue) => Promise<void>;
}

function FieldForm({ onSet }: FieldFormProps) {
  const chosen = useChosenFeatures();
  const ids = new Set(chosen.map(layerIdOf));
  const layers = useShownLayers().filter(({ id }) => ids.has(id));
  const fields = layers.flatMap((layer) => shownFields(layer.fields));
  const keys = chosen.flatMap(({ state }) => Object.keys(state.properties));
  const names = inFieldOrder([...new Set([...fields.map(({ key }) => key), ...keys])], fields);
  const [key, setKey] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string>();
  const shown = fields.find((each) => each.key === key);
  const submit = () => {
    if (key === null) return;
    const fieldFor = ({ layerId }: FeatureState) =>
      layers.find(({ id }) => id === layerId)?.fields.find((each) => each.key === key) ??
      textField(key);
    const valueFor = (state: FeatureState) =>
      valueOfText(fieldFor(state), text, state.properties[key]);
    const faults = chosen.map(({ state }) => valueFault(fieldFor(state), valueFor(state)));
    const first = faults.find((each) => each !== null);
    setFault(first);
    if (first === undefined) void onSet(key, valueFor);
  };
  return (
    <Form onSubmit={submit}>
      <Select
        label="Field"
        options={names.map((id) => ({
          id,
          label: fields.find((each) => each.key === id)?.name ?? id,
        }))}
        value={key}
        onChange={(next) => {
          setKey(next);
          setText('');
          setFault(undefined);
        }}
      />
      <ValueInput
        key={key}
        label="Value"
        description="Without a value, the field is emptied."
        field={shown}
        value={text}
        canBeEmpty
        error={fault}
        onChange={(next) => {
          setText(next);
          setFault(undefined);
        }}
      />
      <FormActions>
        <PanelButton kind="primary" type="submit" isDisabled={key === null}>
          Set it
        </PanelButton>
      </FormActions>
    </Form>
  );
}

function LayerForm({ onMove }: { onMove: (layerId: string) => Promise<void> }) {
  const [layerId, setLayerId] = useState<string>();
  return (
    <Form
      onSubmit={() => {
        if (layerId !== undefined) void onMove(layerId);
      }}
    >
      <LayerChoice label="Layer" value={layerId} onChange={setLayerId} />
      <FormActions>
        <PanelButton kind="primary" type="submit" isDisabled={layerId === undefined}>
          Move them
        </PanelButton>
      </FormActions>
    </Form>
  );
}
