import {
  type ColorBy,
  hasClasses,
  plainStyle,
  styleDefaults,
} from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { LayerValues } from '@refugia/contract/collaborative-mapper/layer-values.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { ActionModal } from '../../../ui/overlays/modal.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { changeLayer } from '../calls/layers.ts';
import { listKey } from '../calls/map-lists.ts';
import { shownFields } from '../state/layer-fields.ts';
import { stylePreviews, useMapAction } from '../workspace/lists.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { ColorField } from './color-field.tsx';
import { NumberClasses } from './number-classes.tsx';
import { pixels, SymbolFields } from './symbol-fields.tsx';
import { ValueColors } from './value-colors.tsx';

const { minLabelSize, maxLabelSize } = limits.collaborativeMapper.style;

/** The dialog for a layer's style, which the map shows while it is open. */
export function StyleModal({ layer, onClose }: { layer: VectorLayer; onClose: () => void }) {
  const { call, map } = useOpenMap();
  const [style, setStyle] = useState<LayerStyle>(layer.style);
  const change = (next: Partial<LayerStyle>) => setStyle((current) => ({ ...current, ...next }));
  const shownLater = usePreview(layer, style);
  const queries = useQueryClient();
  const saving = useMapAction({
    act: () => changeLayer(call, { id: layer.id, style }),
    failure: 'The style was not saved. Please try again.',
    changes: ['layers'],
    onDone: (saved) => {
      // Otherwise the map would show the former style until the list is read anew.
      queries.setQueryData<VectorLayer[]>(listKey(map.id, 'layers'), (layers) =>
        layers?.map((each) => (each.id === saved.id ? saved : each)),
      );
      onClose();
    },
  });
  return (
    <ActionModal
      title={`Style of ${layer.dataset}`}
      place="side"
      confirmLabel="Save"
      isPending={saving.isPending}
      onConfirm={() => saving.mutate()}
      beside={
        <Button kind="text" onPress={() => setStyle(plainStyle)}>
          Reset
        </Button>
      }
      onClose={onClose}
    >
      <ColorField
        label={style.color_by === null ? 'Color' : 'Color of other values'}
        value={style.color ?? styleDefaults.color}
        onChange={(color) => change({ color })}
      />
      <ColorByFields layer={layer} style={style} onChange={change} />
      {shownLater.colors && <Later>the colors of another field</Later>}
      <SymbolFields style={style} onChange={change} />
      {shownLater.clusters && <Later>clusters, or each point,</Later>}
      <LabelFields layer={layer} style={style} onChange={change} />
      {shownLater.labels && <Later>other labels</Later>}
    </ActionModal>
  );
}

/** Says that a large map shows something when the style is saved. */
function Later({ children }: { children: ReactNode }) {
  return <SideNote>This map is large. It shows {children} when the style is saved.</SideNote>;
}

/**
 * Shows a style on the map while the dialog is open.
 * @returns what the map can't show yet, because the tiles of a large map have no other values than
 * those of the saved style
 */
function usePreview(layer: VectorLayer, style: LayerStyle) {
  const isTiled = useOpenMap().state.tileNews !== null;
  const { color_by, clusters, label_by } = layer.style;
  const attribute = style.color_by?.attribute;
  const isOtherField = isTiled && attribute !== undefined && attribute !== color_by?.attribute;
  useEffect(() => {
    stylePreviews.set(layer.id, {
      ...style,
      ...(isOtherField && { color_by: null }),
      ...(isTiled && { clusters }),
    });
  }, [layer.id, style, isOtherField, isTiled, clusters]);
  useEffect(() => () => stylePreviews.set(layer.id, undefined), [layer.id]);
  return {
    colors: isOtherField,
    clusters: isTiled && Boolean(style.clusters) !== Boolean(clusters),
    labels: isTiled && style.label_by !== label_by,
  };
}

interface StyleFieldsProps {
  layer: VectorLayer;
  style: LayerStyle;
  onChange: (change: Partial<LayerStyle>) => void;
}

const ways = [
  { id: 'one', label: 'One color' },
  { id: 'values', label: 'Values of a field' },
  { id: 'classes', label: 'Classes of numbers' },
] as const;
type Way = (typeof ways)[number]['id'];

function wayOf({ color_by: colorBy }: LayerStyle): Way {
  if (colorBy === null) return 'one';
  return hasClasses(colorBy) ? 'classes' : 'values';
}

function colorByOf(way: Way, attribute: string | undefined): LayerStyle['color_by'] {
  if (way === 'one' || attribute === undefined) return null;
  if (way === 'values') return { attribute, colors: [] };
  return { attribute, method: 'quantile', breaks: [], colors: [styleDefaults.color] };
}

function ColorByFields({ layer, style, onChange }: StyleFieldsProps) {
  const { color_by: colorBy } = style;
  const fields = fieldOptions(layer);
  const way = wayOf(style);
  const [lastField, setLastField] = useState(colorBy?.attribute ?? fields[0]?.id);
  return (
    <>
      <Select
        label="Color by"
        options={fields.length > 0 ? ways : ways.slice(0, 1)}
        value={way}
        onChange={(next) => {
          if (next !== way) onChange({ color_by: colorByOf(next, lastField) });
        }}
      />
      {colorBy !== null && (
        <Select
          label="Field"
          options={fields}
          value={colorBy.attribute}
          onChange={(attribute) => {
            setLastField(attribute);
            if (attribute !== colorBy.attribute) onChange({ color_by: colorByOf(way, attribute) });
          }}
        />
      )}
      {colorBy !== null && (
        <ColorsOfField
          key={`${way} ${colorBy.attribute}`}
          layer={layer}
          colorBy={colorBy}
          onChange={(color_by) => onChange({ color_by })}
        />
      )}
    </>
  );
}

interface ColorsOfFieldProps {
  layer: VectorLayer;
  colorBy: ColorBy;
  onChange: (colorBy: ColorBy) => void;
}

function ColorsOfField({ layer, colorBy, onChange }: ColorsOfFieldProps) {
  const { call, map } = useOpenMap();
  const { attribute } = colorBy;
  const { data, isError } = useQuery({
    queryKey: [...listKey(map.id, 'features'), layer.id, 'values', attribute],
    queryFn: ({ signal }) =>
      call<LayerValues>('/api/rrm/layer_values', { query: { id: layer.id, attribute }, signal }),
  });
  if (isError) return <Text number={2}>The values could not be loaded.</Text>;
  if (!data) return <Spinner label="Looking for the values" showLabel />;
  return hasClasses(colorBy) ? (
    <NumberClasses layer={layer} values={data} colorBy={colorBy} onChange={onChange} />
  ) : (
    <ValueColors present={data} colorBy={colorBy} onChange={onChange} />
  );
}

/** The key that stands for no field. Keys of fields have a prefix. */
const noLabel = 'none';

function LabelFields({ layer, style, onChange }: StyleFieldsProps) {
  const { label_by: labelBy } = style;
  const fields = fieldOptions(layer).map(({ id, label }) => ({ id: `field ${id}`, label }));
  return (
    <>
      <Select
        label="Label"
        options={[{ id: noLabel, label: 'None' }, ...fields]}
        value={labelBy === null ? noLabel : `field ${labelBy}`}
        onChange={(id) => onChange({ label_by: id === noLabel ? null : id.slice('field '.length) })}
      />
      {labelBy !== null && (
        <Slider
          label="Label size"
          minValue={minLabelSize}
          maxValue={maxLabelSize}
          format={pixels}
          value={style.label_size ?? styleDefaults.label_size}
          onChange={(label_size) => onChange({ label_size })}
        />
      )}
    </>
  );
}

function fieldOptions({ fields }: VectorLayer) {
  return shownFields(fields).map(({ key, name }) => ({ id: key, label: name }));
}
