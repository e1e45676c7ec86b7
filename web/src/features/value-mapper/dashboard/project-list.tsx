import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValueProject } from '@refugia/contract/value-mapper/projects.ts';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Table, type TableColumn } from '../../../ui/data/table.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Spinner } from '../../../ui/states/spinner.tsx';
import { projectAddress, projectsKey } from '../calls/addresses.ts';
import { showFailure } from '../calls/failure.ts';
import { fetchProjects } from '../calls/projects.ts';
import { DeleteProject } from './delete-project.tsx';

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

/** An account's projects, five on a page. */
export function ProjectList({ accountId }: { accountId: number }) {
  const { data, isPending, isError, error, errorUpdateCount, refetch } = useQuery({
    queryKey: projectsKey(accountId),
    queryFn: ({ signal }) => fetchProjects(accountId, signal),
  });
  useEffect(() => {
    if (errorUpdateCount > 0) showFailure(valueMapperErrorLabels.getProjects, error);
  }, [errorUpdateCount, error]);

  if (isPending) return <Spinner label="Loading the projects" showLabel />;
  if (isError) {
    return (
      <Notice type="error">
        The list of your projects could not be loaded.{' '}
        <Button kind="text" size="inherit" onPress={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={FolderOpen} title={messages.valueMapper.noProjects}>
        Press New Project to begin with an empty map, then upload a raster to it.
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
