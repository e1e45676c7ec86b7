import { messages } from '@refugia/contract/messages.ts';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { failureText } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { createMap } from '../calls/maps.ts';
import styles from './dashboard.module.css';
import { mapAddress } from './map-address.ts';
import { MapList } from './map-list.tsx';
import { MyMaps } from './my-maps.tsx';
import { useDashboardView } from './use-dashboard-view.ts';

/** The maps that a person may open: those that are public, and their own. */
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
          {
            id: 'public_maps',
            label: 'Public Maps',
            content: <MapList view={view} show={show} />,
          },
          { id: 'my_maps', label: 'My Maps', content: <MyMaps view={view} show={show} /> },
        ]}
      />
    </Page>
  );
}

/** Makes a map and opens it. A visitor is asked to log in. */
function CreateMap() {
  const { status, account } = useSession();
  const { openModal } = useModalAddress();
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: (accountId: number | null) => createMap(callApi, accountId),
    onSuccess: (id) => navigate(mapAddress(id)),
    onError: (error) =>
      showToast('error', failureText(error, 'The map could not be created. Please try again.')),
  });
  return (
    <div className={styles.create}>
      <Button
        icon={<Icon of={Plus} size="sm" />}
        isPending={creation.isPending}
        isDisabled={status === 'checking'}
        onPress={() => {
          if (account === null) openModal('login');
          else creation.mutate(account.id);
        }}
      >
        Create Map
      </Button>
      {status === 'visitor' && (
        <Text number={3} tone="soft">
          {messages.collaborativeMapper.loginToCreate}
        </Text>
      )}
    </div>
  );
}
