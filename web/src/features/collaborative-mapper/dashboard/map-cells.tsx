import type { CollaborativeMap, ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { GitFork, Lock, Map as MapIcon, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, useSession } from '../../../lib/session.ts';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Tooltip, TooltipText } from '../../../ui/actions/tooltip.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { Badge } from '../../../ui/style/badge.tsx';
import { deleteMap, mapAddress } from '../calls/maps.ts';
import styles from './dashboard.module.css';
import { mapsKey } from './dashboard-address.ts';

export function MapName({ map }: { map: ListedMap }) {
  const { id, name, is_published, waiting_proposals: waiting = 0 } = map;
  return (
    <span className={styles.name}>
      <MapPicture map={map} />
      <span className={styles.words}>
        <Link href={mapAddress(id)}>{name}</Link>
        {!is_published && (
          <TooltipText text="Private">
            <Icon of={Lock} size="sm" />
          </TooltipText>
        )}
        {waiting > 0 && (
          <Badge>{waiting === 1 ? '1 proposal waits' : `${waiting} proposals wait`}</Badge>
        )}
      </span>
    </span>
  );
}

export function Owners({ map: { creator } }: { map: ListedMap }) {
  return (
    <span className={styles.owners}>
      {creator.map(({ id, username }) => (
        <Link key={id} href={`/profile/${encodeURIComponent(username)}`}>
          {username}
        </Link>
      ))}
    </span>
  );
}

function MapPicture({ map }: { map: ListedMap }) {
  const address = usePictureAddress(map);
  return address === null ? (
    <span className={styles.noPicture}>
      <Icon of={MapIcon} />
    </span>
  ) : (
    <img className={styles.picture} src={address} width="96" height="60" loading="lazy" alt="" />
  );
}

/** A private map's picture takes the log-in token, which an image's address can't carry. */
function usePictureAddress({ thumbnail, is_published }: ListedMap): string | null {
  const { data: picture } = useQuery({
    // The address changes with the picture.
    queryKey: ['rrm', 'thumbnail', thumbnail],
    queryFn: ({ signal }) => callApi<Blob>(thumbnail!, { asFile: true, signal }),
    enabled: thumbnail !== null && !is_published,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (picture === undefined) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [picture]);
  return is_published ? thumbnail : address;
}

export function MapActions({ map }: { map: ListedMap }) {
  const { account } = useSession();
  return (
    <span className={styles.actions}>
      <Tooltip text="Open">
        <ButtonLink
          href={mapAddress(map.id)}
          size="sm"
          kind="text"
          icon={SquareArrowOutUpRight}
          aria-label={`Open ${map.name}`}
        />
      </Tooltip>
      {account !== null && <ForkButton map={map} acctID={account.id ?? undefined} />}
      {map.status === 'creator' && <DeleteMap map={map} />}
    </span>
  );
}

function ForkButton({ map: { id, name }, acctID }: { map: ListedMap; acctID?: number }) {
  const navigate = useNavigate();
  const fork = useAction({
    act: () => callApi<CollaborativeMap>('/api/rrm/fork', { method: 'POST', body: { id, acctID } }),
    failure: 'The map could not be copied. Please try again.',
    done: (copy) => `Copied to your maps as “${copy.name}”.`,
    changes: [mapsKey],
    onDone: () => navigate('/apps/collaborativemapper/dashboard?tab=my_maps'),
  });
  return (
    <IconButton
      icon={GitFork}
      label={`Fork ${name}`}
      tip="Fork: copy to my maps"
      isPending={fork.isPending}
      onPress={() => fork.mutate()}
    />
  );
}

function DeleteMap({ map: { id, name } }: { map: ListedMap }) {
  return (
    <DeleteButton
      name={name}
      title="Delete this map?"
      act={() => deleteMap(callApi, id)}
      failure="The map could not be deleted. Please try again."
      done={messages.collaborativeMapper.mapDeleted}
      changes={[mapsKey]}
    >
      “{name}” closes for everybody who works on it. You find it under Deleted maps in My Maps and
      can restore it for {limits.collaborativeMapper.restorationDays} days.
    </DeleteButton>
  );
}
