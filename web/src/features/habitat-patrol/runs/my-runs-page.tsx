import type { RunSummary } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { useQuery } from '@tanstack/react-query';
import { Map as MapIcon } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Pagination } from '../../../ui/data/pagination.tsx';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Notice, RetryNotice } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { useAction } from '../../../ui/overlays/use-action.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { batchAddress } from '../address/run-addresses.ts';
import { batchesQuery } from '../patrol/batches-api.ts';
import { claimRuns, fetchRuns, refetchUntilEnded, runsKey } from '../patrol/result-api.ts';
import { CompareBar, type CompareChoice, useCompareChoice } from './compare-choice.tsx';
import { RunCard } from './run-card.tsx';

const { runsPerPage } = limits.habitatPatrol;
const newRun = <ButtonLink href="/apps/habitatpatrol/map">New run</ButtonLink>;

/** A person's own runs, the newest first. A visitor's runs are those of the browser. */
export function MyRunsPage() {
  const session = useSession();
  const { status } = session;
  const person = personOf(session);
  const compare = useCompareChoice();
  const [parameters, setParameters] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const { data, isError, refetch } = useQuery({
    queryKey: [...runsKey, person, page],
    queryFn: ({ signal }) =>
      fetchRuns({ limit: runsPerPage, offset: (page - 1) * runsPerPage }, signal),
    enabled: status !== 'checking',
    // Earlier data is kept while paging, but not when another person has logged in.
    placeholderData: (data, query) => (query?.queryKey[2] === person ? data : undefined),
    refetchInterval: ({ state }) => refetchUntilEnded(state.data?.runs),
  });
  return (
    <Page>
      <PageHeader
        title="My runs"
        lead={
          status === 'visitor'
            ? 'What this browser has run. Log in to keep your runs and find them on any device.'
            : 'Your analyses in Habitat Patrol, the newest first.'
        }
        actions={data !== undefined && data.runs.length > 0 && newRun}
      />
      {data !== undefined && data.claimable > 0 && <ClaimNotice count={data.claimable} />}
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>Your runs could not be loaded.</RetryNotice>
      )}
      {data === undefined && !isError && <Spinner label="Loading your runs" showLabel />}
      {data?.runs.length === 0 && (
        <EmptyState
          icon={MapIcon}
          title={page === 1 ? 'No runs yet' : 'No runs on this page'}
          actions={newRun}
        >
          Choose an area and two dates on the map, and press Run: the result is kept here.
        </EmptyState>
      )}
      {status !== 'visitor' && status !== 'checking' && <Batches />}
      <CompareBar choice={compare} />
      {data !== undefined && data.runs.length > 0 && <RunList runs={data.runs} compare={compare} />}
      <Pagination
        label="Pages of runs"
        page={page}
        pageCount={Math.ceil((data?.total ?? 0) / runsPerPage)}
        onChange={(next) => setParameters(next === 1 ? {} : { page: String(next) })}
      />
    </Page>
  );
}

function Batches() {
  const { data } = useQuery({
    ...batchesQuery,
    refetchInterval: ({ state }) =>
      state.data?.some((each) => each.ended_count < each.run_count) &&
      limits.habitatPatrol.runListMilliseconds,
  });
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-label="Several areas at once">
      <Heading level={2}>Several areas at once</Heading>
      <ul>
        {data.map(({ id, name, run_count: all, ended_count: ended }) => (
          <li key={id}>
            <Text number={2}>
              <Link href={batchAddress(id)}>{name}</Link>:{' '}
              {ended < all ? `${ended} of ${all} areas have ended` : `${all} areas`}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When a focused run is deleted, the run that takes its place receives the focus. */
function RunList({ runs, compare }: { runs: readonly RunSummary[]; compare: CompareChoice }) {
  const list = useRef<HTMLUListElement>(null);
  const focused = useRef(0);
  useLanding(list, ({ children }) => {
    const next = children[Math.min(focused.current, children.length - 1)];
    return next?.querySelector('a') ?? null;
  });
  return (
    <ul
      ref={list}
      className={utilities.grid}
      aria-label="Runs"
      onFocus={({ target, currentTarget }) => {
        const index = [...currentTarget.children].findIndex((card) => card.contains(target));
        // Focus events inside of a dialog arrive here too, and their targets are in no card.
        if (index !== -1) focused.current = index;
      }}
    >
      {runs.map((run) => (
        <RunCard key={run.id} run={run} compare={compare} />
      ))}
    </ul>
  );
}

function ClaimNotice({ count }: { count: number }) {
  const claim = useAction({
    act: claimRuns,
    failure: () => showToast('error', 'The runs could not be moved. Please try again.'),
    done: (claimed) => (claimed === 1 ? '1 run moved.' : `${claimed} runs moved.`),
    changes: [runsKey],
  });
  return (
    <Notice>
      {count === 1 ? 'One run of this browser is' : `${count} runs of this browser are`} from before
      you logged in.{' '}
      <Button kind="text" size="inherit" isPending={claim.isPending} onPress={() => claim.mutate()}>
        Move to my account
      </Button>
    </Notice>
  );
}
