import { type Confidence, confidences } from '@refugia/contract/habitat-patrol/confidence.ts';
import {
  type WatchInterval,
  watchIntervals,
} from '@refugia/contract/habitat-patrol/place-kinds.ts';
import type { Place, Watch } from '@refugia/contract/habitat-patrol/places.ts';
import { changeKinds } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import { limits } from '@refugia/contract/limits.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { useId, useState } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { CheckboxGroup } from '../../../../ui/forms/checkbox.tsx';
import { Form, FormActions } from '../../../../ui/forms/form.tsx';
import { RadioGroup } from '../../../../ui/forms/radio-group.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { useAction } from '../../../../ui/overlays/use-action.ts';
import { PartHeading, Text } from '../../../../ui/style/typography.tsx';
import utilities from '../../../../ui/style/utilities.module.css';
import { watchText } from './watch-text.ts';

const { least, most } = limits.habitatPatrol.watchedHectares;
const intervalNames: Readonly<Record<WatchInterval, string>> = {
  off: 'Off',
  weekly: 'Weekly',
  monthly: 'Monthly',
};
const confidenceTexts: Readonly<Record<Confidence, string>> = {
  low: 'When it is first seen, whatever its confidence',
  medium: 'Once a second look confirms it with at least medium confidence',
  high: 'Once a second look confirms it with high confidence',
};
const confidenceOptions = confidences.map((id) => ({ id, label: confidenceTexts[id] }));
const intervals = watchIntervals.map((id) => ({ id, label: intervalNames[id] }));
const kindOptions = changeKinds.map((id) => ({ id, label: changePalette[id].name }));

interface WatchPlaceProps {
  place: Place;
  onChange: (watch: Watch) => Promise<void>;
}

/** How a place is watched, which its owner changes here. */
export function WatchPlace({ place, onChange }: WatchPlaceProps) {
  const headingId = useId();
  return (
    <section className={utilities.stack} aria-labelledby={headingId}>
      <PartHeading level={2} id={headingId}>
        Watch
      </PartHeading>
      <Text number={2}>{watchText(place)}</Text>
      {place.role === 'owner' && <WatchForm place={place} onChange={onChange} />}
    </section>
  );
}

function WatchForm({ place: { watch }, onChange }: WatchPlaceProps) {
  const [every, setEvery] = useState(watch.every);
  const [hectares, setHectares] = useState(String(watch.minimum_hectares));
  const [kinds, setKinds] = useState(watch.kinds);
  const [confidence, setConfidence] = useState(watch.lowest_confidence);
  const minimum = Number(hectares.trim() || Number.NaN);
  const hasSize = minimum >= least && minimum <= most;
  const isOn = every !== 'off';
  // A failure has been shown by `onChange`.
  const saving = useAction({
    act: onChange,
    done: (_, next) =>
      next.every === 'off' ? 'This place is not watched.' : 'This place is watched.',
  });
  const save = () => {
    if (saving.isPending || !hasSize || kinds.length === 0) return;
    saving.mutate({ every, minimum_hectares: minimum, kinds, lowest_confidence: confidence });
  };
  return (
    <Form onSubmit={save}>
      <RadioGroup
        label="How often"
        orientation="horizontal"
        options={intervals}
        value={every}
        onChange={setEvery}
        description="Looks are made only when there are new clear pictures. You get one mail for new patches, and none otherwise."
      />
      {isOn && (
        <>
          <TextField
            label="Smallest patch in hectares"
            inputMode="decimal"
            value={hectares}
            onChange={setHectares}
            maxLength={10}
            error={
              hasSize
                ? undefined
                : `Enter a number from ${least} to ${most.toLocaleString('en-US')}.`
            }
          />
          <RadioGroup
            label="Tell of a patch"
            options={confidenceOptions}
            value={confidence}
            onChange={setConfidence}
            description="On farmland, much that is first seen is bare soil or another crop. A second look comes a week or a month later."
          />
          <CheckboxGroup
            label="Kinds of change"
            options={kindOptions}
            value={kinds}
            onChange={setKinds}
            error={kinds.length === 0 ? 'Choose at least one kind.' : undefined}
          />
        </>
      )}
      <FormActions>
        <Button
          type="submit"
          size="sm"
          isPending={saving.isPending}
          isDisabled={!hasSize || kinds.length === 0}
        >
          Save
        </Button>
      </FormActions>
    </Form>
  );
}
