import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { callApi, useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { Text } from '../../../ui/style/typography.tsx';
import { fetchMaps } from '../calls/maps.ts';
import { mapsKey } from './dashboard-address.ts';

/** One's own deleted maps that can still be restored. Nothing is shown when there are none. */
export function DeletedMaps() {
  const person = personOf(useSession());
  const { data } = useQuery({
    queryKey: [...mapsKey, person, 'deleted_maps'],
    queryFn: ({ signal }) => fetchMaps({ type: 'deleted_maps' }, signal),
  });
  if (data === undefined || data.maps.length === 0) return null;
  return (
    <Collapsible title={`Deleted maps (${data.total})`} headingLevel={2}>
      <Text number={2} tone="soft">
        They are gone for good {limits.collaborativeMapper.restorationDays} days after the day of
        their deletion.
      </Text>
      <List kind="divided">
        {data.maps.map((map) => (
          <ListItem key={map.id} trailing={<RestoreButton map={map} />}>
            {map.name}
            <Text number={3} tone="soft">
              Deleted on {map.date_deleted?.split('T')[0]}
            </Text>
          </ListItem>
        ))}
      </List>
    </Collapsible>
  );
}

function RestoreButton({ map: { id, name } }: { map: ListedMap }) {
  const restoration = useAction({
    act: () => callApi('/api/rrm/restore', { method: 'POST', body: { id } }),
    failure: 'The map could not be restored. Please try again.',
    done: 'Map restored.',
    changes: [mapsKey],
  });
  return (
    <PanelButton
      icon={RotateCcw}
      aria-label={`Restore ${name}`}
      isPending={restoration.isPending}
      onPress={() => restoration.mutate()}
    >
      Restore
    </PanelButton>
  );
}
