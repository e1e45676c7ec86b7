import {
  type ColorBy,
  hasClasses,
  styleDefaults,
} from '@refugia/contract/collaborative-mapper/drawn-style.ts';
import type { LayerStyle } from '@refugia/contract/collaborative-mapper/layer-style.ts';
import type { VectorLayer } from '@refugia/contract/collaborative-mapper/layers.ts';
import type { PointIcon } from '@refugia/contract/collaborative-mapper/style-choices.ts';
import type { ExpressionSpecification } from 'maplibre-gl';
import { featureColours } from '../state/features.ts';
import { iconPrefix, type iconShades } from '../styling/point-icons.tsx';

/**
 * The properties of features in vector tiles. Features of the browser have the same, so that one
 * translation of styles serves both.
 */
export interface DrawnProperties {
  readonly id: string;
  readonly layer_id?: string;
  /** The value of the attribute that decides about the colour. */
  readonly color_by?: string | number | boolean;
  readonly label?: string;
}

/** What a source says of its features beside their own properties. */
export interface ShapeStatus {
  readonly isProposedDelete: ExpressionSpecification;
  readonly isResolved: ExpressionSpecification;
  readonly isSelected: ExpressionSpecification | false;
  /** True for unconfirmed features, which are dashed. */
  readonly isPending: ExpressionSpecification | false;
  /** False for features that have to stay invisible. */
  readonly isShown: ExpressionSpecification | true;
}

/** How features are drawn, as expressions over the properties of each. Widths are in pixels. */
export interface ShapePaint extends ShapeStatus {
  readonly color: ExpressionSpecification;
  readonly fillOpacity: Value;
  readonly lineOpacity: Value;
  readonly lineWidth: Value;
  readonly lineDash: ExpressionSpecification;
  /** A point's icon in the map engine, or an empty text. Null where no layer has one. */
  readonly icon: ExpressionSpecification | null;
  readonly label: ExpressionSpecification;
  readonly labelSize: Value;
  /** Features with a higher value are drawn above. */
  readonly order: Value;
}

export function shapePaint(layers: readonly VectorLayer[], status: ShapeStatus): ShapePaint {
  const ofStyle = (pick: (style: LayerStyle) => Value, otherwise: Value) =>
    byLayer(
      layers.map(({ id, style }) => [id, pick(style)]),
      otherwise,
    );
  const styleColor = ofStyle(colorExpression, styleDefaults.color);
  const setting = (name: Exclude<keyof typeof styleDefaults, 'color' | 'clusters'>) =>
    ofStyle((style) => style[name] ?? styleDefaults[name], styleDefaults[name]);
  return {
    ...status,
    // The colours of the specification: red for a proposed delete, blue for resolved, and otherwise
    // green. Only the green gives way to a layer's style.
    color: expression(
      'case',
      status.isProposedDelete,
      featureColours.proposedDelete,
      status.isResolved,
      featureColours.resolved,
      styleColor,
    ),
    fillOpacity: setting('fill_opacity'),
    lineOpacity: setting('line_opacity'),
    lineWidth: setting('line_width'),
    lineDash: expression('case', status.isPending, 'dashed', setting('line_dash')),
    icon: layers.some(({ style }) => style.icon)
      ? (ofStyle(
          ({ icon }) => (icon ? iconName(icon, styleColor) : ''),
          '',
        ) as ExpressionSpecification)
      : null,
    label: ['coalesce', ['get', 'label'], ''],
    labelSize: setting('label_size'),
    // A feature whose layer is still loading lies above all layers.
    order: byLayer(
      layers.map(({ id, position }) => [id, position]),
      1e9,
    ),
  };
}

/** For features with `DrawnProperties`. */
function colorExpression({ color, color_by: colorBy }: LayerStyle): Value {
  const otherwise = color ?? styleDefaults.color;
  if (colorBy === null) return otherwise;
  const cases = hasClasses(colorBy) ? [isNumber, classColor(colorBy)] : valueCases(colorBy);
  if (cases.length === 0) return otherwise;
  return expression('case', ...cases, otherwise);
}

const value: ExpressionSpecification = ['get', 'color_by'];
const isNumber: ExpressionSpecification = ['==', ['typeof', value], 'number'];

function classColor({ breaks, colors }: Extract<ColorBy, { breaks: unknown }>): Value {
  const [lowest] = colors;
  if (breaks.length === 0) return lowest;
  const steps = breaks.flatMap((each, index) => [each, colors[index + 1]]);
  return expression('step', ['number', value], lowest, ...steps);
}

function valueCases({ colors }: Exclude<ColorBy, { breaks: unknown }>): unknown[] {
  return colors.flatMap((each) => [
    each.value === null ? ['!', ['has', 'color_by']] : ['==', value, each.value],
    each.color,
  ]);
}

/** An icon that is read on the colour of its point: light on dark ones, and dark on light ones. */
function iconName(icon: PointIcon, color: Value): Value {
  const share = (part: number, weight: number) => [
    '*',
    weight,
    ['at', part, ['to-rgba', ['to-color', color]]],
  ];
  // The weights of luma in ITU-R BT.601. White is read on all but light colours.
  const luma = ['+', share(0, 0.299), share(1, 0.587), share(2, 0.114)];
  const named = (shade: keyof typeof iconShades) => `${iconPrefix} ${icon} ${shade}`;
  return expression('case', ['>', luma, 160], named('dark'), named('light'));
}

export type Value = ExpressionSpecification | string | number;

/** An expression of parts that TypeScript can't check. The map engine does. */
export const expression = (...parts: readonly unknown[]): ExpressionSpecification =>
  parts as unknown as ExpressionSpecification;

const layerId: ExpressionSpecification = ['coalesce', ['get', 'layer_id'], ''];

/** An expression with a value for each layer, and another value for everything else. */
function byLayer(
  values: readonly (readonly [id: string, value: Value])[],
  otherwise: Value,
): Value {
  const cases = values.filter(([, each]) => each !== otherwise).flat();
  // The map engine refuses a `match` without any label.
  if (cases.length === 0) return otherwise;
  return expression('match', layerId, ...cases, otherwise);
}

export function isOfShownLayer(layers: readonly VectorLayer[]): ExpressionSpecification {
  const hidden = layers.filter(({ is_hidden: isHidden }) => isHidden).map(({ id }) => id);
  return ['!', ['in', layerId, ['literal', hidden]]];
}
