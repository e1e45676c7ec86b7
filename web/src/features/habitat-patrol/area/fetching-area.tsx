import { Button } from '../../../ui/actions/button.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import type { SpeciesPick } from '../state/patrol-state.ts';
import styles from '../views.module.css';

interface FetchingAreaProps {
  pick: SpeciesPick;
  onCancel: () => void;
}

/** Shown while a species' area is loading. */
export function FetchingArea({ pick, onCancel }: FetchingAreaProps) {
  const what = pick.type === 'species_range' ? 'range' : 'critical habitat';
  return (
    <div className={styles.fetching}>
      <Spinner label={`Fetching the ${what} of ${pick.scientificName}`} showLabel />
      <Button kind="text" size="sm" onPress={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
