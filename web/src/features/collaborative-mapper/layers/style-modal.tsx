import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/operations.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchFeatures } from '../calls/features.ts';
import { changeLayer } from '../calls/layers.ts';
import { listKey } from '../calls/query-keys.ts';
import { useAction } from '../calls/use-action.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { colourValues, countValues, usualColour, valueText } from './layer-colours.ts';
import styles from './layers.module.css';

interface StyleModalProps {
  layer: VectorLayer;
  onClose: () => void;
}

/** The key that stands for no attribute in the lists. Keys of attributes have a prefix. */
const none = 'none';
const attributeOption = (key: string) => `attribute ${key}`;
const attributeOf = (option: string) =>
  option === none ? null : option.slice(attributeOption('').length);

function optionOf(attribute: string | null | undefined): string {
  return attribute === null || attribute === undefined ? none : attributeOption(attribute);
}

/**
 * The form for a layer's look: one colour or a colour by the values of an attribute, and the
 * labels.
 */
export function StyleModal({ layer, onClose }: StyleModalProps) {
  const { call, map } = useOpenMap();
  const [style, setStyle] = useState<LayerStyle>(layer.style);
  const saving = useAction(() => changeLayer(call, { id: layer.id, style }), {
    failure: 'The style was not saved. Please try again.',
    changes: [listKey(map.id, 'layers')],
    onDone: onClose,
  });
  const attributes = [
    { id: none, label: 'None' },
    ...layer.fields
      .filter(({ is_removed }) => !is_removed)
      .map(({ key, name }) => ({ id: attributeOption(key), label: name })),
  ];
  return (
    <Modal
      title={`Style of ${layer.dataset}`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onPress={onClose}>
            Cancel
          </Button>
          <Button isPending={saving.isPending} onPress={() => saving.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ColourField
          label={style.color_by === null ? 'Color' : 'Color of other values'}
          value={style.color ?? usualColour}
          onChange={(color) => setStyle({ ...style, color })}
        />
        <Select
          label="Color by attribute"
          options={attributes}
          value={optionOf(style.color_by?.attribute)}
          onChange={(option) => {
            const attribute = attributeOf(option);
            setStyle({
              ...style,
              color_by: attribute === null ? null : { attribute, colors: [] },
            });
          }}
        />
        {style.color_by !== null && (
          <ValueColours
            key={style.color_by.attribute}
            layer={layer}
            colourBy={style.color_by}
            onChange={(color_by) => setStyle((current) => ({ ...current, color_by }))}
          />
        )}
        <Select
          label="Label by attribute"
          options={attributes}
          value={optionOf(style.label_by)}
          onChange={(option) => setStyle({ ...style, label_by: attributeOf(option) })}
        />
      </div>
    </Modal>
  );
}

type ColourBy = NonNullable<LayerStyle['color_by']>;

interface ValueColoursProps {
  layer: VectorLayer;
  colourBy: ColourBy;
  onChange: (colourBy: ColourBy) => void;
}

/**
 * The largest number of values with a colour of their own. Further values share one colour, because
 * nobody can tell more colours apart.
 */
const mostValues = 12;

/** The colours of an attribute's commonest values in the layer. */
function ValueColours({ layer, colourBy, onChange }: ValueColoursProps) {
  const { call, map } = useOpenMap();
  const { maxListedFeatures } = limits.collaborativeMapper;
  const { attribute, colors } = colourBy;
  const { data, isPending, isError } = useQuery({
    queryKey: [...listKey(map.id, 'features'), layer.id, 'sample'],
    queryFn: ({ signal }) =>
      fetchFeatures(
        call,
        { mapId: map.id, layerId: layer.id, limit: maxListedFeatures, offset: 0 },
        signal,
      ),
  });
  const counted = countValues(data?.features.map(({ properties }) => properties[attribute]) ?? []);
  const suggest = useEffectEvent(() => {
    if (colors.length > 0 || counted.length === 0) return;
    const values = counted.slice(0, mostValues).map(({ value }) => value);
    onChange({ attribute, colors: colourValues(values) });
  });
  useEffect(() => {
    if (data !== undefined) suggest();
  }, [data]);
  if (isPending) return <Spinner label="Looking for the values" showLabel />;
  if (isError) return <Text number={2}>The values could not be loaded.</Text>;
  return (
    <>
      <ul className={styles.values} aria-label="Colors of values">
        {colors.map((entry) => (
          <li key={JSON.stringify(entry.value)}>
            <ColourField
              label={valueText(entry.value)}
              value={entry.color}
              onChange={(color) =>
                onChange({
                  attribute,
                  colors: colors.map((each) => (each === entry ? { ...each, color } : each)),
                })
              }
            />
          </li>
        ))}
      </ul>
      {counted.length > mostValues && (
        <Text number={3} tone="soft">
          There are {counted.length.toLocaleString('en-US')} values; those beyond the {mostValues}{' '}
          commonest have the color of other values.
        </Text>
      )}
    </>
  );
}

interface ColourFieldProps {
  label: string;
  /** The colour as `#rrggbb`. */
  value: string;
  onChange: (value: string) => void;
}

/** A colour, chosen by the browser's own picker. */
function ColourField({ label, value, onChange }: ColourFieldProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <input
        id={id}
        className={styles.colour}
        type="color"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <label className={styles.name} htmlFor={id}>
        {label}
      </label>
    </div>
  );
}
