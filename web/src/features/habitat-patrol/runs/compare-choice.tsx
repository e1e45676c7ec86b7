import { useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { ButtonLink, TextButton } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { comparisonAddress } from '../address/run-addresses.ts';

/** The choice of two runs to compare, by their ids. A third one takes the place of the first. */
export function useCompareChoice() {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return {
    chosen,
    toggle: (id: string) =>
      setChosen((before) =>
        before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2),
      ),
    clear: () => setChosen([]),
  };
}

export type CompareChoice = ReturnType<typeof useCompareChoice>;

interface CompareBoxProps {
  choice: CompareChoice;
  run: { readonly id: string; readonly status: string };
  /** The run's name, for screen readers. */
  name: string;
}

/** Chooses a run for a comparison, if it is done. */
export function CompareBox({ choice, run: { id, status }, name }: CompareBoxProps) {
  if (status !== 'done') return null;
  return (
    <Checkbox isSelected={choice.chosen.includes(id)} onChange={() => choice.toggle(id)}>
      Compare <VisuallyHidden>{name}</VisuallyHidden>
    </Checkbox>
  );
}

/** Opens the comparison once two runs are chosen. Nothing is shown before one is. */
export function CompareBar({ choice: { chosen, clear } }: { choice: CompareChoice }) {
  const [run, other] = chosen;
  return (
    <div className={utilities.cluster} role="status">
      {run !== undefined && (
        <>
          <Text number={2}>
            {other === undefined ? 'Choose another run to compare with.' : '2 runs are chosen.'}
          </Text>
          {other !== undefined && (
            <ButtonLink size="sm" href={comparisonAddress(run, other)}>
              Compare them
            </ButtonLink>
          )}
          <TextButton onPress={clear}>Choose none</TextButton>
        </>
      )}
    </div>
  );
}
