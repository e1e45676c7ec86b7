import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { verticesOf } from '@refugia/engine/edit/index.ts';
import { boundsOf } from '@refugia/engine/geo/bounds.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { ArrowLeft, Plus, Trash2, ZoomIn } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAreaUnits } from '../../../lib/area-units.ts';
import { formatLength } from '../../../lib/format-length.ts';
import { landingPlace, useLanding } from '../../../lib/use-landing.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { FeatureComments } from '../comments/feature-comments.tsx';
import { inColumnOrder } from '../state/attribute-order.ts';
import { hasNameAttribute, kindOf, nameOf } from '../state/feature-name.ts';
import type { ShownFeature } from '../state/shown-features.ts';
import { useMapTools } from '../workspace/map-tools.ts';
import { useVectorLayers } from '../workspace/use-vector-layers.ts';
import { AttributeField } from './attribute-field.tsx';
import styles from './feature-card.module.css';
import { sizeOf } from './feature-size.ts';

interface FeatureCardProps {
  feature: ShownFeature;
  canEdit: boolean;
  /** The names of others who have the feature in hand at this moment. */
  alsoHere: readonly string[];
  onChange: (after: FeatureState | null) => void;
  onClose: () => void;
}

/** The card of the feature in hand: its name, its attributes and the comments on it. */
export function FeatureCard({ feature, canEdit, alsoHere, onChange, onClose }: FeatureCardProps) {
  const { state, dataset, id } = feature;
  const { fitBounds } = useMapTools();
  const layer = useVectorLayers().find((each) => each.id === feature.layerId);
  return (
    <div className={styles.card}>
      <Button kind="text" size="sm" icon={<Icon of={ArrowLeft} size="sm" />} onPress={onClose}>
        Back to the map
      </Button>
      <h3 className={styles.title} {...landingPlace}>
        {nameOf(state) ?? 'Feature'}
      </h3>
      <p className={styles.origin}>
        {kindOf(state)}
        {dataset === null ? ', drawn on this map' : `, of the layer ${dataset}`}
      </p>
      {state.geometry && <SizeLine geometry={state.geometry} />}
      {alsoHere.length > 0 && (
        <Notice>{alsoHere.join(', ')} also works on this feature at the moment.</Notice>
      )}
      {state.geometry && (
        <div>
          <Button
            kind="secondary"
            size="sm"
            icon={<Icon of={ZoomIn} size="sm" />}
            onPress={() => fitBounds(boundsOf(positionsIn(state.geometry!)))}
          >
            Zoom to it
          </Button>
        </div>
      )}
      <PanelSection title="Attributes">
        <Attributes
          key={id}
          properties={state.properties}
          columns={layer?.fields}
          canEdit={canEdit}
          asksForName={feature.layerId === null && !hasNameAttribute(state)}
          onChange={(properties) => onChange({ ...state, properties })}
        />
      </PanelSection>
      <FeatureComments featureId={id} />
    </div>
  );
}

/** How large the feature is, or where its point stands. */
function SizeLine({ geometry }: { geometry: NonNullable<FeatureState['geometry']> }) {
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
  /** The columns of the feature's layer. */
  columns: VectorLayer['fields'] | undefined;
  canEdit: boolean;
  /** Whether a field for a name is there before the feature has one. */
  asksForName: boolean;
  onChange: (properties: FeatureState['properties']) => void;
}

function Attributes({ properties, columns, canEdit, asksForName, onChange }: AttributesProps) {
  const entries = inColumnOrder(Object.keys(properties), columns).map(
    (name) => [name, properties[name]] as const,
  );
  const [newName, setNewName] = useState('');
  const adding = useRef<HTMLFormElement>(null);
  useLanding(adding, (form) => form.querySelector('input'));
  const set = (name: string, text: string) =>
    onChange(Object.fromEntries(new Map(entries).set(name, attributeOf(text, properties, name))));
  if (!canEdit) {
    return entries.length === 0 ? (
      <p>This feature has no attributes.</p>
    ) : (
      <dl className={styles.list}>
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value === null ? '' : String(value)}</dd>
          </div>
        ))}
      </dl>
    );
  }
  const name = newName.trim();
  const isTaken = Object.hasOwn(properties, name);
  const add = () => {
    if (name === '' || isTaken) return;
    set(name, '');
    setNewName('');
  };
  return (
    <div className={styles.fields}>
      {asksForName && <AttributeField name="name" value="" onSave={(text) => set('name', text)} />}
      {entries.map(([each, value]) => (
        <div key={each} className={styles.field}>
          <AttributeField
            name={each}
            value={value === null ? '' : String(value)}
            onSave={(text) => set(each, text)}
          />
          <Button
            kind="text"
            size="sm"
            icon={<Icon of={Trash2} size="sm" />}
            aria-label={`Remove the attribute ${each}`}
            onPress={() =>
              onChange(Object.fromEntries(entries.filter(([other]) => other !== each)))
            }
          />
        </div>
      ))}
      <form
        ref={adding}
        className={styles.field}
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <TextField
          label="New attribute"
          value={newName}
          onChange={setNewName}
          {...(isTaken && { error: 'The feature has this attribute already.' })}
        />
        <Button
          type="submit"
          kind="secondary"
          size="sm"
          icon={<Icon of={Plus} size="sm" />}
          isDisabled={name === '' || isTaken}
        >
          Add
        </Button>
      </form>
    </div>
  );
}

function positionsIn(geometry: NonNullable<FeatureState['geometry']>) {
  return verticesOf(geometry).map(({ position }) => position);
}

/** The attribute that a typed text means. A number stays a number if the text is one. */
function attributeOf(text: string, properties: FeatureState['properties'], name: string) {
  const before = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const number = Number(text);
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(number)) return number;
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
