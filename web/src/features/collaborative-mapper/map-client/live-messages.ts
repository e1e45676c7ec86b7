import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapProposal } from '@refugia/contract/collaborative-mapper/proposals.ts';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { withoutPerson, withPerson, withRole } from '../state/map-state.ts';
import { withProposal } from '../state/proposals.ts';
import type { EditSender } from './edit-sender.ts';
import type { Intake } from './intake.ts';
import type { MapStore } from './map-store.ts';

interface Parts {
  store: MapStore;
  intake: Intake;
  edits: EditSender;
}

export function takeMessage(message: ServerMessage, parts: Parts): void {
  const { store, intake } = parts;
  switch (message.kind) {
    case 'welcome':
      takeWelcome(message, parts);
      break;
    case 'operations':
      void intake.enqueue(() => intake.take(message.operations));
      break;
    case 'behind':
      void intake.enqueue(() => intake.reloadFeatures());
      break;
    case 'proposal':
      store.change((state) => withProposal(state, message.proposal));
      if (message.proposal.is_own) tellOwn(message.proposal, store);
      break;
    case 'comment':
      store.tellLists(new Set(['comments'] as const));
      break;
    case 'presence':
      store.change((state) => withPerson(state, message.person));
      break;
    case 'left':
      store.change((state) => withoutPerson(state, message.connection));
      break;
    case 'role':
      store.change((state) => withRole(state, message.role));
      void intake.enqueue(() => intake.catchUpBeside());
      break;
    case 'people':
      store.tellLists(new Set(['collaborators', 'invitations', 'access-requests'] as const));
      break;
    case 'pong':
    case 'refused':
      break;
  }
}

/** Tells people what became of a proposal of their own, and that the list of them has changed. */
function tellOwn({ status, reason }: MapProposal, store: MapStore): void {
  store.tellLists(new Set(['own-proposals'] as const));
  const isDecidedByOthers = store.open()?.map.status !== 'creator';
  if (!isDecidedByOthers) return;
  if (status === 'accepted') showToast('success', 'Your proposal was accepted.');
  if (status === 'rejected') {
    showToast('message', `Your proposal was rejected${reason ? `: “${reason}”` : '.'}`);
  }
}

function takeWelcome(
  { role, people, connection }: Extract<ServerMessage, { kind: 'welcome' }>,
  { store, intake, edits }: Parts,
): void {
  const others = people.filter((person) => person.connection !== connection);
  const wasLost = store.open()?.connection === 'lost';
  store.change((state) => ({
    ...withRole(state, role),
    connection: 'live',
    people: new Map(others.map((person) => [person.connection, person])),
  }));
  if (wasLost) {
    void intake.enqueue(() => intake.catchUpBeside());
    // A feature of a tiled map may have been chosen while there was no connection.
    void intake.enqueue(() => intake.readHeld());
  }
  void edits.send();
}
