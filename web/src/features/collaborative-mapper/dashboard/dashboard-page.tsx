import type { ListedMap } from '@refugia/contract/collaborative-mapper/maps.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, RotateCcw } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { Button, PanelButton } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { LogInInvitation } from '../../../ui/states/empty-state.tsx';
import { Heading, SideNote, Text } from '../../../ui/style/typography.tsx';
import { fetchMaps, mapAddress } from '../calls/maps.ts';
import { OwnProposals, useOwnProposals } from '../own-proposals/own-proposals.tsx';
import styles from './dashboard.module.css';
import { mapsKey, useDashboardView } from './dashboard-address.ts';
import { MapList } from './map-list.tsx';

export function DashboardPage() {
  const [view, show] = useDashboardView();
  return (
    <Page>
      <header className={styles.header}>
        <div>
          <Heading level={1}>Maps</Heading>
          <Text tone="soft">Open a map, or begin one and invite others to it.</Text>
        </div>
        <CreateMap />
      </header>
      <Tabs
        label="Lists of maps"
        selected={view.tab}
        onSelect={(tab) => {
          if (tab !== view.tab) show({ tab });
        }}
        tabs={[
          { id: 'public_maps', label: 'Public Maps', content: <MapList /> },
          { id: 'my_maps', label: 'My Maps', content: <MyMaps /> },
        ]}
      />
    </Page>
  );
}

function CreateMap() {
  const { status, account } = useSession();
  const { openModal } = useModalAddress();
  const navigate = useNavigate();
  const creation = useAction({
    act: (user: number | undefined) =>
      callApi<number>('/api/rrm/map_requests', {
        method: 'POST',
        query: { type: 'map' },
        body: { user },
      }),
    failure: 'The map could not be created. Please try again.',
    onDone: (id) => navigate(mapAddress(id)),
  });
  return (
    <div className={styles.create}>
      <Button
        icon={Plus}
        isPending={creation.isPending}
        isDisabled={status === 'checking'}
        onPress={() => {
          if (account === null) openModal('login');
          else creation.mutate(account.id ?? undefined);
        }}
      >
        Create Map
      </Button>
      {status === 'visitor' && <SideNote>{messages.collaborativeMapper.loginToCreate}</SideNote>}
    </div>
  );
}

function MyMaps() {
  const { status } = useSession();
  if (status === 'visitor')
    return <LogInInvitation title={messages.collaborativeMapper.loginToView} />;
  return (
    <>
      <MapList />
      {status === 'authenticated' && (
        <>
          <OwnProposalsOfMaps />
          <DeletedMaps />
        </>
      )}
    </>
  );
}

/** A person's own proposals for all maps. Nothing is shown when there are none. */
function OwnProposalsOfMaps() {
  const person = personOf(useSession());
  const question = useOwnProposals({ call: callApi, queryKey: ['rrm', 'own-proposals', person] });
  if (!question.data?.pages.some((page) => page.length > 0)) return null;
  return (
    <Collapsible title="My proposals" headingLevel={2} startsOpen>
      <OwnProposals question={question} namesMap />
    </Collapsible>
  );
}

/** One's own deleted maps that can still be restored. Nothing is shown when there are none. */
function DeletedMaps() {
  const person = personOf(useSession());
  const { data } = useQuery({
    queryKey: [...mapsKey, person, 'deleted_maps'],
    queryFn: ({ signal }) => fetchMaps({ type: 'deleted_maps' }, signal),
  });
  if (data === undefined || data.maps.length === 0) return null;
  return (
    <Collapsible title={`Deleted maps (${data.total})`} headingLevel={2}>
      <SideNote number={2}>
        They are gone for good {limits.collaborativeMapper.restorationDays} days after the day of
        their deletion.
      </SideNote>
      <List kind="divided">
        {data.maps.map((map) => (
          <ListItem key={map.id} trailing={<RestoreButton map={map} />}>
            {map.name}
            <SideNote>Deleted on {map.date_deleted?.split('T')[0]}</SideNote>
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
