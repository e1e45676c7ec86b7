import {
  landCoverNames,
  landCovers,
  methods,
  methodTexts,
} from '@refugia/contract/habitat-patrol/method-texts.ts';
import { RadioGroup } from '../../../ui/forms/radio-group.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { useController } from '../patrol/use-controller.ts';
import type { ChangeMethod, Inputs } from '../state/patrol-state.ts';

const methodOptions = methods.map((id) => {
  const { name, text } = methodTexts[id];
  return { id, label: name, description: text };
});
const landCoverOptions = landCovers.map((id) => ({ id, label: landCoverNames[id] }));

/** A form with the methods, what each is good for, and the land cover where a method needs it. */
export function MethodForm({ state: { method, landCover } }: { state: Inputs }) {
  const { dispatch } = useController();
  return (
    <>
      <RadioGroup<ChangeMethod>
        label="How change is found"
        options={methodOptions}
        value={method}
        onChange={(chosen) => dispatch({ type: 'method-chosen', method: chosen })}
      />
      {method === 'lda' && (
        <div ref={showWhole}>
          <Select
            label="Land cover of the area"
            options={landCoverOptions}
            value={landCover}
            onChange={(chosen) => dispatch({ type: 'land-cover-chosen', landCover: chosen })}
          />
        </div>
      )}
    </>
  );
}

/** A further input below the list would be hidden in a small panel. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
