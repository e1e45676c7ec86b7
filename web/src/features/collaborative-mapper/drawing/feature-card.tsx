import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import { ArrowLeft, Plus, Trash2, ZoomIn } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useAreaUnits } from '../../../lib/area-units.ts';
import { formatLength } from '../../../lib/format-length.ts';
import { landingPlace, useLanding } from '../../../lib/use-landing.ts';
import { useTouch } from '../../../lib/use-touch.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { FeatureComments } from '../comments/conversation.tsx';
import { LastChange } from '../history/last-change.tsx';
import {
  hasNameAttribute,
  inColumnOrder,
  kindOf,
  nameOf,
  type ShownFeature,
} from '../state/features.ts';
import { boxOf } from '../state/tile-news.ts';
import { useShownLayers } from '../workspace/lists.ts';
import { useMapTools } from '../workspace/open-map.ts';
import styles from './feature-card.module.css';
import { sizeOf } from './feature-size.ts';
import { fieldOf, withText, withValue } from './field-text.ts';

interface FeatureCardProps {
  feature: ShownFeature;
  canEdit: boolean;
  /** The names of others who have the feature in hand at this moment. */
  alsoHere: readonly string[];
  onChange: (after: FeatureState | null) => void;
  onClose: () => void;
  /** Whether the feature has just been drawn, so that its first attribute is what comes next. */
  isNew: boolean;
  /** What stands between the attributes and the comments. */
  children?: ReactNode;
}

/** The card of the feature in hand: its name, its attributes and the comments on it. */
export function FeatureCard(props: FeatureCardProps) {
  const { feature, canEdit, alsoHere, onChange, onClose, isNew, children } = props;
  const { state, dataset, id } = feature;
  // A touch screen's keyboard would cover the new shape.
  const isByTouch = useTouch();
  const { fitBounds } = useMapTools();
  const layer = useShownLayers().find((each) => each.id === feature.layerId);
  return (
    <div className={styles.card}>
      <PanelButton kind="text" icon={ArrowLeft} onPress={onClose}>
        Back to the map
      </PanelButton>
      <h3 className={styles.title} {...landingPlace}>
        {nameOf(state) ?? 'Feature'}
      </h3>
      <p className={styles.origin}>
        {kindOf(state)}
        {dataset === null ? ', drawn on this map' : `, of the layer ${dataset}`}
      </p>
      {state.geometry && <SizeLine geometry={state.geometry} />}
      <LastChange featureId={id} />
      {alsoHere.length > 0 && (
        <Notice>{alsoHere.join(', ')} also works on this feature at the moment.</Notice>
      )}
      {state.geometry && (
        <div>
          <PanelButton icon={ZoomIn} onPress={() => fitBounds(boxOf(state.geometry))}>
            Zoom to it
          </PanelButton>
        </div>
      )}
      <PanelSection title="Attributes">
        <Attributes
          key={id}
          properties={state.properties}
          columns={layer?.fields}
          canEdit={canEdit}
          takesFocus={isNew && !isByTouch}
          asksForName={feature.layerId === null && !hasNameAttribute(state)}
          onChange={(properties) => onChange({ ...state, properties })}
        />
      </PanelSection>
      {children}
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
  /** Whether the first field receives the focus. */
  takesFocus: boolean;
  /** Whether a field for a name is there before the feature has one. */
  asksForName: boolean;
  onChange: (properties: FeatureState['properties']) => void;
}

function Attributes({
  properties,
  columns,
  canEdit,
  takesFocus,
  asksForName,
  onChange,
}: AttributesProps) {
  const entries = inColumnOrder(Object.keys(properties), columns).map(
    (name) => [name, properties[name]] as const,
  );
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
  return (
    <div className={styles.fields}>
      {asksForName && (
        <AttributeField
          name="name"
          value=""
          takesFocus={takesFocus}
          onSave={(text) => set('name', text)}
        />
      )}
      {entries.map(([each, value]) => (
        <div key={each} className={styles.field}>
          <AttributeField
            name={each}
            value={value === null ? '' : String(value)}
            onSave={(text) => set(each, text)}
          />
          <PanelButton
            kind="text"
            icon={Trash2}
            aria-label={`Remove the attribute ${each}`}
            onPress={() =>
              onChange(Object.fromEntries(entries.filter(([other]) => other !== each)))
            }
          />
        </div>
      ))}
      <NewAttribute
        isTaken={(name) => Object.hasOwn(properties, name)}
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
        {...(isRefused && { error: 'The feature has this attribute already.' })}
      />
      <PanelButton type="submit" icon={Plus} isDisabled={name === '' || isRefused}>
        Add
      </PanelButton>
    </form>
  );
}

/** The attribute that a typed text means. A number stays a number if the text is one. */
function attributeOf(text: string, properties: FeatureState['properties'], name: string) {
  const before = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const number = Number(text);
  if (typeof before === 'number' && text.trim() !== '' && Number.isFinite(number)) return number;
  if (typeof before === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

interface AttributeFieldProps {
  name: string;
  value: string;
  /** Whether it receives the focus when it appears. Default false. */
  takesFocus?: boolean;
  onSave: (text: string) => void;
}

/** The field of an attribute. Enter or leaving the field saves the text. */
export function AttributeField({ name, value, takesFocus = false, onSave }: AttributeFieldProps) {
  const [kept, setField] = useState(() => fieldOf(value));
  const field = withValue(kept, value);
  if (field !== kept) setField(field);
  const save = () => {
    if (field.text !== value) onSave(field.text);
  };
  return (
    <form
      className={styles.grow}
      // What was drawn can still be undone from here, as long as nothing is written.
      data-untouched={(takesFocus && field.text === '') || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={save}
    >
      <TextField
        label={name}
        autoFocus={takesFocus}
        value={field.text}
        onChange={(text) => setField(withText(field, text))}
        {...(field.isOvertaken && {
          description: `Somebody else wrote “${value}” meanwhile. Your text will replace it.`,
        })}
      />
    </form>
  );
}
