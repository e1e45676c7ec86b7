import { Collapsible } from '../../ui/collapsible.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { landCoverNames, methodTexts } from './method-texts.ts';
import type { PatrolController } from './patrol-controller.ts';
import type { ChangeMethod, Inputs } from './patrol-state.ts';
import styles from './views.module.css';

interface MethodChoiceProps {
  state: Inputs;
  controller: PatrolController;
}

const methodOptions = optionsOf(methodTexts, ({ name, text }) => ({
  label: name,
  description: text,
}));
const landCoverOptions = optionsOf(landCoverNames, (label) => ({ label }));

/** How change is found, with what each method is good for. */
export function MethodChoice({ state: { method, landCover }, controller }: MethodChoiceProps) {
  return (
    <Collapsible
      title={<ChoiceTitle name="Method" value={methodTexts[method].name} />}
      headingLevel={4}
    >
      <div className={styles.choice}>
        <RadioGroup<ChangeMethod>
          label="How change is found"
          options={methodOptions}
          value={method}
          onChange={(chosen) => controller.dispatch({ type: 'method-chosen', method: chosen })}
        />
        {method === 'lda' && (
          <Select
            label="Land cover of the area"
            options={landCoverOptions}
            value={landCover}
            onChange={(chosen) =>
              controller.dispatch({ type: 'land-cover-chosen', landCover: chosen })
            }
          />
        )}
      </div>
    </Collapsible>
  );
}

/** A collapsible's title that says what is chosen while it is closed. */
export function ChoiceTitle({ name, value }: { name: string; value: string }) {
  return (
    <span className={styles.choiceTitle}>
      {name}
      <span className={styles.choiceValue}>{value}</span>
    </span>
  );
}

function optionsOf<Id extends string, Value>(
  values: Readonly<Record<Id, Value>>,
  describe: (value: Value) => { label: string; description?: string },
) {
  return (Object.entries(values) as [Id, Value][]).map(([id, value]) => ({
    id,
    ...describe(value),
  }));
}
