import { methodTexts } from '@refugia/contract/habitat-patrol/method-texts.ts';
import { useState } from 'react';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import type { Inputs } from '../state/patrol-state.ts';
import styles from '../views.module.css';

const MethodForm = latePart(async () => (await import('./method-form.tsx')).MethodForm, {
  fallback: <Spinner label="Loading the methods" />,
});

/**
 * The choice of the method that finds change. Its form is loaded when it is opened, since few
 * people need another than the default.
 */
export function MethodChoice({ state }: { state: Inputs }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible
      title={<ChoiceTitle name="Method" value={methodTexts[state.method].name} />}
      headingLevel={4}
      onToggle={setIsOpen}
    >
      <div className={utilities.stack}>{isOpen && <MethodForm state={state} />}</div>
    </Collapsible>
  );
}

/** A title of a collapsible that shows the chosen value while it is closed. */
export function ChoiceTitle({ name, value }: { name: string; value: string }) {
  return (
    <span className={styles.choiceTitle}>
      {name}
      <span className={styles.choiceValue}>{value}</span>
    </span>
  );
}
