import { valueMapperErrorLabels } from '@refugia/contract/value-mapper/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { ErrorScreen } from '../../../ui/states/error-screen.tsx';
import { latePart } from '../../../ui/states/late-part.tsx';
import { projectsQuery } from '../calls/calls.ts';
import { useShownFailure } from '../calls/failure.ts';
import { readProjectId } from '../state/project-id.ts';
import styles from './project-page.module.css';
import { ProjectScreen } from './project-screen.tsx';

const SharedProject = latePart(async () => (await import('./shared-project.tsx')).SharedProject);

/** Shows a project to the person who owns it, and to whoever has a view-only link. */
export function ProjectPage() {
  const { projectID = '' } = useParams();
  const viewKey = useSearchParams()[0].get('key');
  const { status, account } = useSession();
  const accountId = account?.id ?? null;
  const username = account?.username ?? null;
  const projectId = readProjectId(projectID);
  const { data, error } = useQuery({
    ...projectsQuery(accountId),
    enabled: accountId !== null && projectId !== null && viewKey === null,
  });
  useShownFailure(valueMapperErrorLabels.getProjectOnInit, error);

  if (projectId === null) return <ErrorScreen code={404} username={username} />;
  if (viewKey !== null) return <SharedProject projectId={projectId} viewKey={viewKey} />;
  if (status !== 'checking' && accountId === null)
    return <ErrorScreen code={401} username={null} />;
  if (data === undefined && error === null) {
    return (
      <div className={styles.waiting}>
        <Spinner size="lg" label="Loading the project" />
      </div>
    );
  }
  const isOwn = data?.some(({ id }) => id === projectId) ?? false;
  if (!isOwn) return <ErrorScreen code={401} username={username} />;
  return <ProjectScreen key={projectId} projectId={projectId} />;
}
