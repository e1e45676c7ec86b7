import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import {
  colourOfValue,
  type DataRange,
  hexOfColour,
  previewLimit,
  previewPoints,
} from '@refugia/engine/valuation/index.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Curve, type CurveDrawing, type CurveHandle } from '../../../ui/data/curve.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { showFailure } from '../calls/failure.ts';
import { fetchHistogram } from '../calls/rasters.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import { curveNames } from './curve-names.ts';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';
import styles from './valuation-panel.module.css';

interface CurvePreviewProps {
  draft: ValuationDraft;
  rasterId: number;
  range: DataRange;
}

const ticks = [1, 0, -1];

/** Plots the curve over the layer's numbers, with the frequency of these numbers below it. */
export function CurvePreview({ draft, rasterId, range }: CurvePreviewProps) {
  return (
    <div className={styles.charts}>
      <DraftCurve draft={draft} range={range} />
      <RasterHistogram rasterId={rasterId} />
      <Text number={3} tone="soft">
        Value in arbitrary units, over the numbers of the layer.
      </Text>
    </div>
  );
}

/** Follows the draft without rendering React, so that a moved slider renders nothing but itself. */
function DraftCurve({ draft, range }: Pick<CurvePreviewProps, 'draft' | 'range'>) {
  const type = useDraft(draft, ({ function: made }) => made.type);
  const palette = useDraft(draft, (settings) => settings.palette);
  const curve = useRef<CurveHandle>(null);
  useEffect(
    () => draft.subscribe(() => curve.current?.draw(drawingOf(draft.getState(), range))),
    [draft, range],
  );
  if (type === 'class') return null;
  return (
    <Curve
      ref={curve}
      label={`${curveNames[type]} curve`}
      drawing={drawingOf(draft.getState(), range)}
      limit={previewLimit}
      ticks={ticks}
      colourOf={(value) => hexOfColour(colourOfValue(value, palette))}
    />
  );
}

function drawingOf({ function: made }: ValuationSettings, range: DataRange): CurveDrawing {
  if (made.type === 'class') return { points: [] };
  return {
    points: previewPoints(made, range).map(({ x, shownValue, isCut }) => ({
      x,
      y: shownValue,
      isCut,
    })),
    jumpAt: made.type === 'step' ? made.coefficients.B : undefined,
  };
}

function RasterHistogram({ rasterId }: { rasterId: number }) {
  const { data, error } = useQuery({
    queryKey: ['value-mapper', 'histogram', rasterId],
    queryFn: ({ signal }) => fetchHistogram(rasterId, signal),
  });
  useEffect(() => {
    if (error !== null) showFailure(valueMapperErrorLabels.getHistogram, error);
  }, [error]);
  if (data === undefined) return null;
  return (
    <Histogram
      label="How often the numbers occur"
      counts={data.counts}
      min={data.min}
      max={data.max}
      hasAxis={false}
    />
  );
}
