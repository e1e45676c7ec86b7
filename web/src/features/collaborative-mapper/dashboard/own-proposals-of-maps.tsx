import { callApi, useSession } from '../../../lib/session.ts';
import { personOf } from '../../../lib/session-store.ts';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { OwnProposals, useOwnProposals } from '../own-proposals/own-proposals.tsx';

/** A person's own proposals for all maps. Nothing is shown when there are none. */
export function OwnProposalsOfMaps() {
  const person = personOf(useSession());
  const question = useOwnProposals({ call: callApi, queryKey: ['rrm', 'own-proposals', person] });
  if (!question.data?.pages.some((page) => page.length > 0)) return null;
  return (
    <Collapsible title="My proposals" headingLevel={2} startsOpen>
      <OwnProposals question={question} namesMap />
    </Collapsible>
  );
}
