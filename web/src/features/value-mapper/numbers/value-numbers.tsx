import type { ValueAreas } from '@refugia/contract/value-mapper/rasters.ts';
import { hectaresFrom, rangeOfAreas } from '@refugia/contract/value-mapper/value-areas.ts';
import { useState } from 'react';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Histogram } from '../../../ui/data/histogram.tsx';
import { numberText } from '../../../ui/data/number-text.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Slider } from '../../../ui/forms/slider.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import { useWorkspace } from '../workspace/use-workspace.ts';
import { BestPlaces } from './best-places.tsx';
import styles from './numbers.module.css';
import { Zones } from './zones.tsx';

/** Values of which the ground is counted. */
export interface Subject {
  /** `layer:ID` or `combination:ID`, as calls name it. */
  readonly id: string;
  readonly label: string;
  readonly areas: ValueAreas;
}

/** The ground at or above a threshold, of the values that are chosen. */
export function ValueNumbers({ subjects }: { subjects: readonly Subject[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const subject = subjects.find(({ id }) => id === chosen) ?? subjects[0];
  if (subject === undefined) return null;
  return (
    <>
      <Select
        label="Values of"
        options={subjects.map(({ id, label }) => ({ id, label }))}
        value={subject.id}
        onChange={setChosen}
      />
      <AboveThreshold key={subject.id} subject={subject} />
    </>
  );
}

function AboveThreshold({ subject: { id, areas } }: { subject: Subject }) {
  const { isShared } = useWorkspace();
  const { min, max } = rangeOfAreas(areas);
  const [threshold, setThreshold] = useState(Math.round(50 * (min + max)) / 100);
  const above = hectaresFrom(areas, threshold);
  const all = hectaresFrom(areas, min);
  return (
    <>
      <div className={styles.chart}>
        <Histogram label="Ground by value" counts={areas.hectares} min={min} max={max} />
        <div className={styles.threshold}>
          <Slider
            label="At or above"
            value={threshold}
            minValue={min}
            maxValue={max}
            step={0.01}
            format={numberText}
            onChange={setThreshold}
          />
        </div>
      </div>
      <p className={styles.result} role="status">
        <AreaSize hectares={above} /> ({Math.round((100 * above) / all)} %) at or above{' '}
        {numberText(threshold)}
      </p>
      <SideNote>On the ellipsoid, of all ground that has a value.</SideNote>
      <Zones source={id} threshold={threshold} />
      {!isShared && <BestPlaces source={id} hectares={all} />}
    </>
  );
}
