import { Hexagon, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Tooltip } from '../../../ui/tooltip.tsx';
import styles from './layers.module.css';
import type { Occurrence } from './occurrence-address.ts';
import { useOccurrences } from './use-occurrences.ts';

/** A species whose occurrences are shown, with a button that removes them. */
export function OccurrenceRow({ occurrence: { key, name } }: { occurrence: Occurrence }) {
  const { remove } = useOccurrences();
  return (
    <li className={styles.layer}>
      <div className={styles.row}>
        <Icon of={Hexagon} size="sm" />
        <span className={styles.name}>{name}</span>
        <Tooltip text="Remove">
          <Button
            size="sm"
            kind="text"
            icon={<Icon of={X} size="sm" />}
            aria-label={`Remove the occurrences of ${name}`}
            onPress={() => remove(key)}
          />
        </Tooltip>
      </div>
    </li>
  );
}
