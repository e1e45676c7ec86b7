import type { ExpressionSpecification } from 'maplibre-gl';
import { expression, type ShapePaint, type Value } from './shape-paint.ts';

export interface ShapeLayersProps {
  /** The beginning of the layers' ids. */
  prefix: string;
  /** The id of the source. A surrounding `Source` element gives it to its children. */
  source?: string;
  sourceLayer?: string;
  paint: ShapePaint;
  /** Whether points are smaller where much of the world is in view. Default false. */
  isSmallFarOut?: boolean;
  filter?: ExpressionSpecification;
}

/** What the layers of one source have in common, and how they make their expressions. */
export function layerParts({ source, sourceLayer, paint, filter = all }: ShapeLayersProps) {
  const { isShown, order } = paint;
  return {
    common: {
      ...(source !== undefined && { source }),
      ...(sourceLayer !== undefined && { 'source-layer': sourceLayer }),
    },
    where: (...conditions: ExpressionSpecification[]): ExpressionSpecification => [
      'all',
      filter,
      ...conditions,
    ],
    seen: (opacity: Value) => expression('case', isShown, opacity, 0),
    sorted: (key: string) => ({ [key]: order }),
  };
}

/** The colour of texts, and of what is in hand. */
export const borderColor = '#10201a';
const all: ExpressionSpecification = ['literal', true];
