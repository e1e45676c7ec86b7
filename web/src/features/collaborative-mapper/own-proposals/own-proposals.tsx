import type { OwnProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { formatDate } from '@refugia/contract/date-text.ts';
import { limits } from '@refugia/contract/limits.ts';
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallApi } from '../../../lib/api-client.ts';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { RetryNotice } from '../../../ui/overlays/notice.tsx';
import { Badge } from '../../../ui/style/badge.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { listKey } from '../calls/map-lists.ts';
import { changeWords } from '../proposals/change-words.ts';
import { useOpenMap } from '../workspace/open-map.ts';
import { addressOfProposal } from './proposal-address.ts';

const { ownProposalsPerPage } = limits.collaborativeMapper;

interface OwnProposalsQuestion {
  call: CallApi;
  queryKey: QueryKey;
  /** Default: all maps on which the person works. */
  mapId?: number;
}

/** A person's own proposals in every state, the latest first, page by page. */
export function useOwnProposals({ call, queryKey, mapId }: OwnProposalsQuestion) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call<OwnProposal[]>('/api/rrm/proposals', {
        query: { id: mapId, mine: 'true', offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page: OwnProposal[], pages) =>
      page.length < ownProposalsPerPage ? undefined : pages.length * ownProposalsPerPage,
  });
}

export function OwnProposals({
  question,
  namesMap,
}: {
  question: ReturnType<typeof useOwnProposals>;
  namesMap: boolean;
}) {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    question;
  const proposals = data?.pages.flat() ?? [];
  return (
    <>
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>
          Your proposals could not be loaded.
        </RetryNotice>
      )}
      {isPending && <Spinner label="Loading your proposals" showLabel />}
      {data !== undefined && proposals.length === 0 && (
        <SideNote number={2}>You have proposed nothing yet.</SideNote>
      )}
      <List kind="divided">
        {proposals.map((proposal) => (
          <ListItem key={proposal.id} trailing={<Badge>{stateWords[proposal.status]}</Badge>}>
            <OwnProposalWords proposal={proposal} namesMap={namesMap} />
          </ListItem>
        ))}
      </List>
      {hasNextPage && (
        <PanelButton isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show earlier proposals
        </PanelButton>
      )}
    </>
  );
}

const stateWords = {
  open: 'Open',
  accepted: 'Accepted',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const satisfies Record<OwnProposal['status'], string>;

/** The number of characters of a note that the list shows. The proposal's card shows all. */
const mostOfNote = 160;

function beginningOf(note: string): string {
  return note.length > mostOfNote ? `${note.slice(0, mostOfNote).trim()} …` : note;
}

function OwnProposalWords({ proposal, namesMap }: { proposal: OwnProposal; namesMap: boolean }) {
  const { changes, note, reason, date_created, date_decided, map_name } = proposal;
  const [first, ...others] = changes;
  const accepted = changes.filter(({ status }) => status === 'accepted').length;
  const isInPart = accepted > 0 && accepted < changes.length;
  const words = first === undefined ? 'A proposal' : changeWords(first);
  return (
    <>
      <Link href={addressOfProposal(proposal)}>
        {words}
        {others.length > 0 && `, and ${others.length} more`}
      </Link>
      {note !== '' && <Text number={2}>{beginningOf(note)}</Text>}
      {isInPart && (
        <Text number={2}>
          {accepted} of {changes.length} changes were accepted.
        </Text>
      )}
      {reason !== null && reason !== '' && <Text number={2}>Reason: {reason}</Text>}
      <SideNote>
        {namesMap && `${map_name} · `}
        Proposed on {formatDate(date_created)}
        {date_decided !== null && `, ${proposal.status} on ${formatDate(date_decided)}`}
      </SideNote>
    </>
  );
}

export function OwnProposalsOfMap() {
  const { call, map } = useOpenMap();
  const queryKey = listKey(map.id, 'own-proposals');
  const question = useOwnProposals({ call, queryKey, mapId: map.id });
  return <OwnProposals question={question} namesMap={false} />;
}
