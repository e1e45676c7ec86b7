import { Curve } from '../../../ui/data/curve.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { Legend, LegendEntry, LegendList, LegendRamp } from '../../../ui/data/legend.tsx';
import { Sample, Samples } from '../sample.tsx';

const limit = 1.25;
const ticks = [1, 0, -1];

/** The counts form a bell with its peak at about a third of the range. */
const counts = Array.from({ length: 48 }, (_, index) =>
  Math.round(1000 * Math.exp(-(((index - 16) / 9) ** 2))),
);

function pointsOf(valueAt: (share: number) => number) {
  return Array.from({ length: 21 }, (_, index) => {
    const value = valueAt(index / 20);
    const y = Math.max(-limit, Math.min(limit, value));
    return { x: index * 65, y, isCut: y !== value };
  });
}

const rising = pointsOf((share) => Math.expm1(5 * share) / Math.expm1(5) - 0.25);
const step = pointsOf((share) => (share > 1 / 3 ? 0.75 : -0.25));
const steep = pointsOf((share) => 3 * share - 1.5);

/** The style guide's section 'chart'. */
export function ChartSection() {
  return (
    <Samples>
      <Sample title="Curve">
        <Curve label="Exponential curve" drawing={{ points: rising }} limit={limit} ticks={ticks} />
      </Sample>
      <Sample title="Curve with a step">
        <Curve
          label="Step"
          drawing={{ points: step, jumpAt: 1300 / 3 }}
          limit={limit}
          ticks={ticks}
        />
      </Sample>
      <Sample title="Curve that leaves its axis">
        <Curve
          label="Steep line"
          drawing={{ points: steep }}
          limit={limit}
          ticks={ticks}
          colourOf={(value) => `color-mix(in srgb, white ${50 + value * 40}%, black)`}
        />
      </Sample>
      <Sample title="Histogram">
        <Histogram label="Elevations" counts={counts} min={0} max={1300} />
      </Sample>
    </Samples>
  );
}

/** The style guide's section 'legend'. */
export function LegendSection() {
  return (
    <Samples>
      <Sample title="Ramp">
        <Legend title="Conservation value">
          <LegendRamp colours={['black', 'gray', 'white']} labels={['−1', '0', '1']} />
        </Legend>
      </Sample>
      <Sample title="Classes">
        <Legend title="Land cover">
          <LegendList>
            <LegendEntry colour="steelblue">Water</LegendEntry>
            <LegendEntry colour="forestgreen">Forest</LegendEntry>
            <LegendEntry colour="goldenrod">Cropland</LegendEntry>
          </LegendList>
        </Legend>
      </Sample>
    </Samples>
  );
}
