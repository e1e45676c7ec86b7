import type { MapSort } from '@refugia/contract/collaborative-mapper/calls.ts';
import type { CollaborativeMap, ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { GitFork, Lock, Map as MapIcon, SearchX, SquareArrowOutUpRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi, useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Tooltip, TooltipText } from '../../../ui/actions/tooltip.tsx';
import { Pagination } from '../../../ui/data/pagination.tsx';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Badge } from '../../../ui/style/badge.tsx';
import { deleteMap, fetchMaps, mapAddress } from '../calls/maps.ts';
import styles from './dashboard.module.css';
import { type DashboardTab, mapsKey, useDashboardView } from './dashboard-address.ts';

const { mapsPerPage } = limits.collaborativeMapper;

/** The names of failures are the specification's. */
const texts = {
  public_maps: {
    label: 'public maps',
    empty: messages.collaborativeMapper.noPublicMaps,
    failure: 'get CM public maps',
  },
  my_maps: {
    label: 'my maps',
    empty: messages.collaborativeMapper.noMyMaps,
    failure: 'get CM my maps',
  },
} as const satisfies Record<DashboardTab, object>;

const columns: readonly TableColumn<ListedMap>[] = [
  {
    id: 'name',
    name: 'Map',
    isRowHeader: true,
    sorts: true,
    render: (map) => <MapName map={map} />,
  },
  { id: 'owner', name: 'Owner', sorts: true, render: (map) => <Owners map={map} /> },
  {
    id: 'date',
    name: 'Date',
    sorts: true,
    // The specification shows the part before the time.
    render: ({ date_created }) => <span className={styles.line}>{date_created.split('T')[0]}</span>,
  },
  { id: 'actions', name: 'Actions', render: (map) => <MapActions map={map} /> },
];

/** One of the lists, five maps a page, as the address describes it. */
export function MapList() {
  const [{ tab, page, search, sort, direction }, show] = useDashboardView();
  const { label, empty, failure } = texts[tab];
  const session = useSession();
  const person = personOf(session);
  const { data, isPending, isError, errorUpdateCount, isPlaceholderData, refetch } = useQuery({
    queryKey: [...mapsKey, person, tab, { page, search, sort, direction }],
    queryFn: ({ signal }) => {
      const offset = (page - 1) * mapsPerPage;
      const request = { type: tab, search, sort, direction, limit: mapsPerPage, offset };
      return fetchMaps(request, signal);
    },
    enabled: session.status !== 'checking',
    // The former page stays visible while another page loads, but not while another list or another
    // person's list loads.
    placeholderData: (before, query) =>
      query?.queryKey[2] === person && query.queryKey[3] === tab ? before : undefined,
  });
  useEffect(() => {
    if (errorUpdateCount > 0)
      showToast('error', messages.collaborativeMapper.dashboardFailed.replace('{label}', failure));
  }, [errorUpdateCount, failure]);

  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / mapsPerPage));
  useEffect(() => {
    // The last map of the last page was deleted, or the address asks for too much.
    if (data !== undefined && !isPlaceholderData && page > pageCount) show({ page: pageCount });
  });

  if (isError)
    return (
      <RetryNotice onRetry={() => void refetch()}>
        The list of {label} could not be loaded.
      </RetryNotice>
    );
  if (isPending) return <Spinner label="Loading the maps" showLabel />;
  if (data.total === 0 && search === '') return <EmptyState icon={MapIcon} title={empty} />;
  return (
    <div className={styles.list} aria-busy={isPlaceholderData}>
      <SearchMaps search={search} onSearch={(text) => show({ search: text })} />
      {data.total === 0 ? (
        <EmptyState
          icon={SearchX}
          title="No map fits"
          actions={
            <Button kind="secondary" onPress={() => show({ search: '' })}>
              Show all
            </Button>
          }
        >
          No map and no owner has “{search}” in its name.
        </EmptyState>
      ) : (
        <Table
          label={label}
          columns={columns}
          rows={data.maps}
          order={{ column: sort, direction }}
          onOrderChange={(order) =>
            show({ sort: order.column as MapSort, direction: order.direction })
          }
        />
      )}
      <Pagination
        label={`Pages of ${label}`}
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        onChange={(next) => show({ page: next })}
      />
    </div>
  );
}

/** The list follows when nothing was typed for this long. */
const pauseMilliseconds = 300;

function SearchMaps({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setTyped(null);
      if (typed.trim() !== search) onSearch(typed.trim());
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [typed, search, onSearch]);
  return (
    <div className={styles.search}>
      <TextField
        label="Search maps and owners"
        type="search"
        value={typed ?? search}
        onChange={setTyped}
        maxLength={100}
      />
    </div>
  );
}

function MapName({ map }: { map: ListedMap }) {
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

function Owners({ map: { creator } }: { map: ListedMap }) {
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

function MapActions({ map }: { map: ListedMap }) {
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
