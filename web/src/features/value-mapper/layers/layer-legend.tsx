import { backgroundRgb } from '@refugia/contract/value-mapper/calls.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import {
  colourOfValue,
  type DataRange,
  type DivergingPalette,
  differencePalette,
  fullDifference,
  hexOfColour,
} from '@refugia/engine/valuation/index.ts';
import { Legend, LegendEntry, LegendList, LegendRamp } from '../../../ui/data/legend.tsx';
import { numberText, significantText } from '../../../ui/data/number-text.ts';
import { classColour, rangeOf } from '../state/appearance-of.ts';
import { isWhole, type MapLayer } from '../state/map-layer.ts';
import { settingsOf } from '../state/valuation-settings.ts';

/** The largest number of classes in a legend. More would fill the panel. */
const mostClasses = 12;

/** The legend of a layer's colours on the map. */
export function LayerLegend({ entry: { layer, raster, valued } }: { entry: MapLayer }) {
  if (raster === null) return null;
  return (
    <>
      {isWhole(valued) ? (
        <ValueLegend palette={settingsOf(valued).palette} range={occurringRange(valued)} />
      ) : (
        <OriginalLegend raster={raster} unit={layer.unit} />
      )}
      <Legend>
        <LegendList>
          <LegendEntry colour={hexOfColour(backgroundRgb[layer.img_background_color])}>
            No data
          </LegendEntry>
        </LegendList>
      </Legend>
    </>
  );
}

/** So many colours of a palette are drawn from the smallest value to the largest. */
const rampStops = 9;
const wholeRange: DataRange = { min: -1, max: 1 };

/** The range of the values that occur, or that of a palette where it is not known. */
export function occurringRange({
  min_val: min,
  max_val: max,
}: Pick<ValuedRaster, 'min_val' | 'max_val'>): DataRange {
  return min !== null && max !== null ? { min, max } : wholeRange;
}

interface ValueLegendProps {
  palette: DivergingPalette;
  /** Default −1 to 1. */
  range?: DataRange;
  /** Default: that it is the conservation value. */
  title?: string;
  /** What stands under the colours. Default: numbers. */
  labels?: readonly string[];
}

/** The colours of values, with the smallest one, the middle and the largest one in numbers. */
export function ValueLegend({
  palette,
  range = wholeRange,
  title = 'Conservation value',
  labels,
}: ValueLegendProps) {
  const { min, max } = range;
  const at = (share: number) => min + share * (max - min);
  const colours = Array.from({ length: rampStops }, (_, index) =>
    hexOfColour(colourOfValue(at(index / (rampStops - 1)), palette)),
  );
  const numbers = min === max ? [min] : [min, at(0.5), max];
  return (
    <Legend title={title}>
      <LegendRamp
        colours={colours}
        labels={labels ?? numbers.map((value) => significantText(value))}
      />
    </Legend>
  );
}

/** The colours of what one scenario has more or less than another, by their names. */
export function DifferenceLegend({ first, second }: { first: string; second: string }) {
  return (
    <ValueLegend
      title={`Value of ${second} less that of ${first}`}
      palette={differencePalette}
      labels={[`${fullDifference} or more lost`, 'as before', `${fullDifference} or more gained`]}
    />
  );
}

function OriginalLegend({ raster, unit }: { raster: ValueRaster; unit: string }) {
  if (raster.kind === 'rgb' || raster.dataset_min_val === null) return null;
  if (raster.kind === 'continuous') {
    const { min, max } = rangeOf(raster);
    return (
      <Legend title={unit === '' ? 'Original numbers' : `Original numbers, in ${unit}`}>
        <LegendRamp colours={['#000000', '#ffffff']} labels={[numberText(min), numberText(max)]} />
      </Legend>
    );
  }
  const more = raster.classes.length - mostClasses;
  return (
    <Legend title="Classes">
      <LegendList>
        {raster.classes.slice(0, mostClasses).map((each, index) => (
          <LegendEntry key={each.code} colour={hexOfColour(classColour(each, index))}>
            {each.code}
          </LegendEntry>
        ))}
      </LegendList>
      {more > 0 && <span>and {more} more</span>}
    </Legend>
  );
}
