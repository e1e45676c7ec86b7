import type { DataRange } from '@refugia/engine/valuation/index.ts';
import { previewPoints, type ValuationCurve } from '@refugia/engine/valuation/index.ts';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { curvePresets, presetOf } from '../state/curve-presets.ts';
import styles from './curve-choice.module.css';
import { useDraft, type ValuationDraft } from './valuation-draft.ts';

const unitRange: DataRange = { min: 0, max: 1 };
const wave: ValuationCurve = {
  type: 'points',
  points: [
    [0, 0.2],
    [0.3, 0.8],
    [0.6, 0.3],
    [1, 0.9],
  ],
};

/** The choice of a curve by a sentence and a small picture. */
export function CurveChoice({ draft, range }: { draft: ValuationDraft; range: DataRange }) {
  const chosen = useDraft(draft, ({ function: made }) =>
    made.type === 'class' ? null : presetOf(made),
  );
  return (
    <RadioGroup
      value={chosen}
      onChange={(id) => {
        const { function: former } = draft.getState();
        const preset = curvePresets.find((each) => each.id === id);
        if (preset && former.type !== 'class') draft.setCurve(preset.make(range, former));
      }}
    >
      <Label className={styles.label}>What is best?</Label>
      <div className={styles.presets}>
        {curvePresets.map(({ id, sentence, make }) => (
          <Radio key={id} value={id} className={styles.preset}>
            <Picture curve={id === 'drawn' ? wave : make(unitRange, wave)} />
            {sentence}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}

const picturePointCount = 61;

function Picture({ curve }: { curve: ValuationCurve }) {
  const points = previewPoints(curve, unitRange, picturePointCount);
  return (
    <svg
      className={styles.picture}
      viewBox="-0.05 -0.1 1.1 1.2"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline points={points.map(({ x, value }) => `${x},${1 - value}`).join(' ')} />
    </svg>
  );
}
