import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { GitFork, SquareArrowOutUpRight } from 'lucide-react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { DeleteButton } from '../../../ui/actions/delete-button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { deleteMap, forkMap } from '../calls/maps.ts';
import styles from './dashboard.module.css';
import { mapAddress } from './map-address.ts';
import { mapsKey } from './maps-key.ts';

/** The actions on a map of a list: opening it, copying it, and deleting one's own. */
export function MapActions({ map }: { map: ListedMap }) {
  const { account } = useSession();
  return (
    <span className={styles.actions}>
      <Tooltip text="Open">
        <ButtonLink
          href={mapAddress(map.id)}
          size="sm"
          kind="text"
          icon={<Icon of={SquareArrowOutUpRight} size="sm" />}
          aria-label={`Open ${map.name}`}
        />
      </Tooltip>
      {account !== null && <ForkButton map={map} accountId={account.id} />}
      {map.status === 'creator' && <DeleteMap map={map} />}
    </span>
  );
}

function ForkButton({
  map: { id, name },
  accountId,
}: {
  map: ListedMap;
  accountId: number | null;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const fork = useMutation({
    mutationFn: () => forkMap(callApi, id, accountId),
    onSuccess: (copy) => {
      showToast('success', `Copied to your maps as “${copy.name}”.`);
      navigate('/apps/collaborativemapper/dashboard?tab=my_maps');
      return queries.invalidateQueries({ queryKey: mapsKey });
    },
    onError: (error) =>
      showToast('error', failureText(error, 'The map could not be copied. Please try again.')),
  });
  return (
    <Tooltip text="Fork: copy to my maps">
      <Button
        size="sm"
        kind="text"
        icon={<Icon of={GitFork} size="sm" />}
        aria-label={`Fork ${name}`}
        isPending={fork.isPending}
        onPress={() => fork.mutate()}
      />
    </Tooltip>
  );
}

function DeleteMap({ map: { id, name } }: { map: ListedMap }) {
  const queries = useQueryClient();
  return (
    <DeleteButton
      name={name}
      title="Delete this map?"
      remove={() => deleteMap(callApi, id)}
      onRemoved={() => {
        showToast('success', messages.collaborativeMapper.mapDeleted);
        return queries.invalidateQueries({ queryKey: mapsKey });
      }}
      onFailure={(error) =>
        showToast('error', failureText(error, 'The map could not be deleted. Please try again.'))
      }
    >
      “{name}” closes for everybody who works on it. You find it under Deleted maps in My Maps and
      can restore it for {limits.collaborativeMapper.restorationDays} days.
    </DeleteButton>
  );
}
