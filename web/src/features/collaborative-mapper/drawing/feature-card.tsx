import { type FieldValue, inFieldOrder } from '@refugia/contract/collaborative-mapper/fields.ts';
import type { LayerField } from '@refugia/contract/collaborative-mapper/operations.ts';
import type { FeatureState, FlatGeometry } from '@refugia/engine/merge/index.ts';
import { ArrowLeft, Plus, Satellite, Trash2, ZoomIn } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useAreaUnits } from '../../../lib/area-units.ts';
import { formatLength } from '../../../lib/format-length.ts';
import { landingPlace, useLanding } from '../../../lib/use-landing.ts';
import { useTouch } from '../../../lib/use-touch.ts';
import { lookForChangeAddress } from '../../../map/look-for-change.ts';
import { PanelButton, TextButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { FeatureComments } from '../comments/conversation.tsx';
import { wordOfValue } from '../fields/field-values.ts';
import { FieldInput, LayerChoice } from '../fields/inputs.tsx';
import { LastChange } from '../history/last-change.tsx';
import { kindOf, nameOf, type ShownFeature } from '../state/features.ts';
import { shownFields, withAttributes } from '../state/layer-fields.ts';
import { boxOf } from '../state/tile-news.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useMapTools } from '../workspace/open-map.ts';
import styles from './feature-card.module.css';
import { sizeOf } from './feature-size.ts';

interface FeatureCardProps {
  feature: ShownFeature;
  canEdit: boolean;
  /** The names of others who have the feature in hand at this moment. */
  alsoHere: readonly string[];
  onChange: (after: FeatureState | null) => void;
  onClose: () => void;
  /** Whether the feature has just been drawn, so that its first attribute is what comes next. */
  isNew: boolean;
  children?: ReactNode;
}

/** Of a shape just drawn the attributes come first, so that a small screen shows them below it. */
export function FeatureCard(props: FeatureCardProps) {
  const { feature, canEdit, alsoHere, onChange, onClose, isNew, children } = props;
  const { state, id } = feature;
  // A touch screen's keyboard would cover the new shape.
  const isByTouch = useTouch();
  const layer = useShownLayers().find((each) => each.id === state.layerId);
  return (
    <div className={styles.card}>
      <TextButton icon={ArrowLeft} onPress={onClose}>
        Back to the map
      </TextButton>
      <h3 className={styles.title} {...landingPlace}>
        {nameOf(state) ?? 'Feature'}
      </h3>
      <p className={styles.origin}>
        {kindOf(state)}
        {layer && `, of the layer ${layer.dataset}`}
      </p>
      {alsoHere.length > 0 && (
        <Notice>{alsoHere.join(', ')} also works on this feature at the moment.</Notice>
      )}
      {!isNew && <FeatureFacts {...props} />}
      <PanelSection title="Attributes">
        <Attributes
          key={id}
          properties={state.properties}
          fields={layer?.fields ?? []}
          canEdit={canEdit}
          takesFocus={isNew && !isByTouch}
          onChange={(properties) => onChange({ ...state, properties })}
        />
      </PanelSection>
      {children}
      {isNew && <FeatureFacts {...props} />}
      <FeatureComments featureId={id} />
    </div>
  );
}

function FeatureFacts({ feature, canEdit, onChange }: FeatureCardProps) {
  const { state, id } = feature;
  const { fitBounds } = useMapTools();
  const layer = useShownLayers().find((each) => each.id === state.layerId);
  return (
    <>
      {canEdit && (
        <LayerChoice
          label="Layer"
          value={layer?.id}
          onChange={(layerId) => onChange({ ...state, layerId })}
        />
      )}
      {state.geometry && <SizeLine geometry={state.geometry} />}
      <LastChange featureId={id} />
      {state.geometry && (
        <div className={utilities.cluster}>
          <PanelButton icon={ZoomIn} onPress={() => fitBounds(boxOf(state.geometry))}>
            Zoom to it
          </PanelButton>
          <LookForChange state={state} />
        </div>
      )}
    </>
  );
}

function LookForChange({ state }: { state: FeatureState }) {
  const navigate = useNavigate();
  const { geometry } = state;
  if (geometry?.type !== 'Polygon' && geometry?.type !== 'MultiPolygon') return null;
  return (
    <PanelButton
      icon={Satellite}
      onPress={() => navigate(lookForChangeAddress(geometry, nameOf(state) ?? 'Feature'))}
    >
      Look for change here
    </PanelButton>
  );
}

function SizeLine({ geometry }: { geometry: FlatGeometry }) {
  const units = useAreaUnits();
  const size = sizeOf(geometry);
  if (size === null) return null;
  return (
    <p className={styles.size}>
      {size.kind === 'area' && <AreaSize hectares={size.hectares} isLarge />}
      {size.kind === 'length' && formatLength(size.meters, units)}
      {size.kind === 'place' &&
        `Latitude ${size.latitude.toFixed(5)}, longitude ${size.longitude.toFixed(5)}`}
    </p>
  );
}

interface AttributesProps {
  properties: FeatureState['properties'];
  fields: readonly LayerField[];
  canEdit: boolean;
  takesFocus: boolean;
  onChange: (properties: FeatureState['properties']) => void;
}

function Attributes({ properties, fields, canEdit, takesFocus, onChange }: AttributesProps) {
  const all = withAttributes(fields, inFieldOrder(Object.keys(properties)));
  const shown = shownFields(all);
  const valueIn = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const set = (key: string, value: FieldValue) => {
    const values = new Map(Object.entries(properties));
    if (value === undefined) values.delete(key);
    else values.set(key, value);
    onChange(Object.fromEntries(values));
  };
  if (!canEdit) {
    const present = shown.filter(({ key }) => Object.hasOwn(properties, key));
    return present.length === 0 ? (
      <p>This feature has no attributes.</p>
    ) : (
      <dl className={styles.list}>
        {present.map((field) => (
          <div key={field.key}>
            <dt>{field.name}</dt>
            <dd>{wordOfValue(field, valueIn(field.key))}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const isField = (key: string) => fields.some((field) => field.key === key);
  return (
    <div className={styles.fields}>
      {shown.map((field, place) => (
        <div key={field.key} className={styles.field}>
          <FieldInput
            field={field}
            value={valueIn(field.key)}
            takesFocus={takesFocus && place === 0}
            onSave={(value) => set(field.key, value)}
          />
          {!isField(field.key) && (
            <IconButton
              icon={Trash2}
              label={`Remove the attribute ${field.name}`}
              onPress={() => set(field.key, undefined)}
            />
          )}
        </div>
      ))}
      <NewAttribute
        isTaken={(name) => all.some(({ key }) => key === name)}
        onAdd={(name) => set(name, '')}
      />
    </div>
  );
}

interface NewAttributeProps {
  isTaken: (name: string) => boolean;
  onAdd: (name: string) => void;
}

function NewAttribute({ isTaken, onAdd }: NewAttributeProps) {
  const [typed, setTyped] = useState('');
  const adding = useRef<HTMLFormElement>(null);
  useLanding(adding, (form) => form.querySelector('input'));
  const name = typed.trim();
  const isRefused = isTaken(name);
  return (
    <form
      ref={adding}
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isRefused) return;
        onAdd(name);
        setTyped('');
      }}
    >
      <TextField
        label="New attribute"
        value={typed}
        onChange={setTyped}
        error={isRefused ? 'The feature has this attribute already.' : undefined}
      />
      <PanelButton type="submit" icon={Plus} isDisabled={name === '' || isRefused}>
        Add
      </PanelButton>
    </form>
  );
}
