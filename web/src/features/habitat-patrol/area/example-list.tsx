import { readArea } from '@refugia/contract/area.ts';
import type { Imagery } from '@refugia/contract/habitat-patrol/runs.ts';
import { ChevronRight } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { formatDate } from '../format.ts';
import type { Area } from '../state/patrol-state.ts';
import styles from '../views.module.css';

interface ExampleListProps {
  imagery: Imagery | undefined;
  isMissing: boolean;
  onPick: (example: { name: string; area: Area; startDate: string; endDate: string }) => void;
}

/** Example areas and dates with visible change, and one without. */
export function ExampleList({ imagery, isMissing, onPick }: ExampleListProps) {
  if (isMissing) {
    return (
      <Text number={2} tone="soft">
        The examples could not be loaded. Please reload the page to try again.
      </Text>
    );
  }
  if (imagery === undefined) return <Spinner label="Loading examples" showLabel />;
  return (
    <ul className={styles.examples}>
      {imagery.examples.map(({ name, coords, startDate, endDate }) => (
        <li key={name}>
          <AriaButton
            className={styles.example!}
            onPress={() => {
              const area = readArea(coords);
              if (area !== null) onPick({ name, area, startDate, endDate });
            }}
          >
            <span className={styles.exampleWords}>
              <span className={styles.exampleName}>{name}</span>
              <span className={styles.exampleDates}>
                {formatDate(startDate)} – {formatDate(endDate)}
              </span>
            </span>
            <Icon of={ChevronRight} size="sm" />
          </AriaButton>
        </li>
      ))}
    </ul>
  );
}
