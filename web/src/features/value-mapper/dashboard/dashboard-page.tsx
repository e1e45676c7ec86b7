import { messages } from '@refugia/contract/messages.ts';
import { Plus } from 'lucide-react';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { LogInInvitation } from '../../../ui/states/log-in-invitation.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { ProjectList } from './project-list.tsx';
import { useNewProject } from './use-new-project.ts';

/** A person's own projects, with a button for a new one. */
export function DashboardPage() {
  return (
    <Page>
      <PageHeader
        title="Projects"
        lead="A project holds a map with up to five rasters, and what each is worth to conservation."
        actions={<NewProject />}
      />
      <Tabs
        label="Lists of projects"
        tabs={[{ id: 'my_projects', label: 'My Projects', content: <MyProjects /> }]}
      />
    </Page>
  );
}

function MyProjects() {
  const { status, account } = useSession();
  if (status === 'checking') return <Spinner label="Loading the projects" showLabel />;
  // An account that is not activated has no id yet.
  const accountId = account?.id ?? null;
  if (accountId === null) return <LogInInvitation title={messages.valueMapper.signedOut} />;
  return <ProjectList accountId={accountId} />;
}

/** Creates a project and opens it. A visitor is asked to log in. */
function NewProject() {
  const { status, account } = useSession();
  const { openModal } = useModalAddress();
  const creation = useNewProject();
  return (
    <Button
      icon={<Icon of={Plus} size="sm" />}
      isPending={creation.isPending}
      isDisabled={status === 'checking'}
      onPress={() => {
        const accountId = account?.id ?? null;
        if (accountId === null) openModal('login');
        else creation.mutate(accountId);
      }}
    >
      New Project
    </Button>
  );
}
