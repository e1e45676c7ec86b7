import { useQuery } from '@tanstack/react-query';
import { Hexagon, X } from 'lucide-react';
import { callApi } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { searchOccurrences } from '../calls/layers.ts';
import styles from './layers.module.css';
import type { Occurrence } from './occurrence-address.ts';
import { useOccurrences } from './use-occurrences.ts';

/**
 * A species whose occurrences are shown, with where they come from and a button that removes them.
 */
export function OccurrenceRow({ occurrence: { key, name } }: { occurrence: Occurrence }) {
  const { remove } = useOccurrences();
  const { data } = useQuery({
    queryKey: ['rrm', 'occurrences', name],
    queryFn: ({ signal }) => searchOccurrences(callApi, name, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
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
      {data !== undefined && (
        <Text number={3} tone="soft">
          {data.attribution}
        </Text>
      )}
    </li>
  );
}
