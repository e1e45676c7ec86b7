import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useNavigate } from 'react-router';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { useSession } from '../../../lib/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { DeleteButton } from '../../../ui/overlays/delete-button.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { EmptyState, LogInInvitation } from '../../../ui/states/empty-state.tsx';
import { lateOverlay } from '../../../ui/states/late-part.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import {
  createMap,
  createProject,
  deleteProject,
  newProject,
  projectAddress,
  projectsKey,
  projectsQuery,
} from '../calls/calls.ts';
import { reported, showFailure, useShownFailure } from '../calls/failure.ts';
import { deletionTitle, WhatGoes } from '../project/project-deletion.tsx';

const SampleModal = lateOverlay(async () => (await import('./sample-modal.tsx')).SampleModal);

/** A person's own projects, with a button for a new one. */
export function DashboardPage() {
  return (
    <Page>
      <PageHeader
        title="Projects"
        lead="A project holds a map with up to five rasters, and what each is worth to conservation."
        actions={
          <div className={utilities.cluster}>
            <OpenSample />
            <NewProject />
          </div>
        }
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

interface AccountButtonProps extends Omit<ComponentProps<typeof Button>, 'onPress'> {
  onPress: (accountId: number) => void;
}

/** A button for people who are logged in. A visitor who presses it is asked to log in. */
function AccountButton({ onPress, ...button }: AccountButtonProps) {
  const { status, account } = useSession();
  const { openModal } = useModalAddress();
  const accountId = account?.id ?? null;
  return (
    <Button
      {...button}
      isDisabled={status === 'checking'}
      onPress={() => (accountId === null ? openModal('login') : onPress(accountId))}
    />
  );
}

function NewProject() {
  const creation = useNewProject();
  return (
    <AccountButton
      icon={Plus}
      isPending={creation.isPending}
      onPress={(accountId) => creation.mutate(accountId)}
    >
      New Project
    </AccountButton>
  );
}

function OpenSample() {
  const [isOpening, setIsOpening] = useState(false);
  return (
    <>
      <AccountButton kind="secondary" onPress={() => setIsOpening(true)}>
        Open Sample
      </AccountButton>
      {isOpening && <SampleModal onClose={() => setIsOpening(false)} />}
    </>
  );
}

const columns: readonly TableColumn<ValueProject>[] = [
  {
    id: 'title',
    name: 'Project Title',
    isRowHeader: true,
    compare: (one, other) => one.title.localeCompare(other.title),
    render: ({ id, title }) => <Link href={projectAddress(id)}>{title}</Link>,
  },
  {
    id: 'date',
    name: 'Date',
    compare: (one, other) => one.date_created.localeCompare(other.date_created),
    // The specification shows the part before the time.
    render: ({ date_created }) => date_created.split('T')[0],
  },
  { id: 'actions', name: 'Actions', render: (project) => <DeleteProject project={project} /> },
];

function ProjectList({ accountId }: { accountId: number }) {
  const { data, isPending, isError, error, refetch } = useQuery({
    ...projectsQuery(accountId),
    // A project is renamed on its own screen, from which Exit leads here.
    refetchOnMount: 'always',
  });
  useShownFailure(labels.getProjects, error);

  if (isPending) return <Spinner label="Loading the projects" showLabel />;
  if (isError) {
    return (
      <RetryNotice onRetry={() => void refetch()}>
        The list of your projects could not be loaded.
      </RetryNotice>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={FolderOpen}
        title={messages.valueMapper.noProjects}
        actions={<OpenSample />}
      >
        Press New Project to begin with an empty map, then upload a raster to it. Or look around in
        a sample of four small layers, which you can throw away.
      </EmptyState>
    );
  }
  return (
    <Table
      label="projects"
      columns={columns}
      rows={data}
      rowHref={({ id }) => projectAddress(id)}
      pageSize={limits.valueMapper.projectsPerPage}
    />
  );
}

function DeleteProject({ project: { id, title } }: { project: ValueProject }) {
  return (
    <DeleteButton
      name={title}
      title={deletionTitle}
      act={() => deleteProject(id)}
      done={messages.valueMapper.projectDeleted}
      changes={[projectsKey]}
      failure={(error) => showFailure(labels.deleteProject, error)}
    >
      <WhatGoes title={title} />
    </DeleteButton>
  );
}

/** Creates a project, then its map, then opens it. If the map fails, the project is deleted again. */
function useNewProject() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    async mutationFn(accountId: number) {
      const projectId = await reported(labels.postProject, createProject(accountId));
      try {
        await reported(labels.postMap, createMap(projectId));
      } catch (error) {
        await reported(labels.deleteProject, deleteProject(projectId)).catch(() => {});
        throw error;
      }
      return projectId;
    },
    async onSuccess(projectId) {
      showToast('success', messages.valueMapper.projectCreated);
      await queries.invalidateQueries({ queryKey: projectsKey });
      navigate(projectAddress(projectId), { state: newProject });
    },
  });
}
