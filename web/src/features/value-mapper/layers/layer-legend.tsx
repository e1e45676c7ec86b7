import { backgroundRgb } from '@refugia/contract/value-mapper/calls.ts';
import type { ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { type DivergingPalette, hexOfColour } from '@refugia/engine/valuation/index.ts';
import { Legend, LegendEntry, LegendList, LegendRamp } from '../../../ui/data/legend.tsx';
import { numberText } from '../../../ui/forms/number-text.ts';
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
        <ValueLegend palette={settingsOf(valued).palette} />
      ) : (
        <OriginalLegend raster={raster} />
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

/** The colours of values from −1 to 1. */
export function ValueLegend({ palette }: { palette: DivergingPalette }) {
  const colours = [palette.min, palette.zero, palette.max].map(hexOfColour);
  return (
    <Legend title="Conservation value">
      <LegendRamp colours={colours} labels={['−1', '0', '1']} />
    </Legend>
  );
}

function OriginalLegend({ raster }: { raster: ValueRaster }) {
  if (raster.kind === 'rgb' || raster.dataset_min_val === null) return null;
  if (raster.kind === 'continuous') {
    const { min, max } = rangeOf(raster);
    return (
      <Legend title="Original numbers">
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
