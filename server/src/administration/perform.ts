import type { UndeliveredMail } from '../platform/mail/mailer.ts';
import type { PersonalDataHolder, Platform } from '../platform/platform.ts';
import { HabitatError } from '../services/species/habitat-shapes.ts';
import { importHabitat } from '../services/species/imported-habitat.ts';
import {
  activateUser,
  admitTester,
  deleteUser,
  describeUser,
  exportUser,
  listUsers,
} from './accounts.ts';
import {
  type Administer,
  type AdministrationAnswers,
  type AdministrationCall,
  AdministrationError,
  type HabitatSummary,
  type ListedMail,
} from './calls.ts';

function describeMail(mail: UndeliveredMail): ListedMail {
  return {
    id: mail.id,
    to: mail.to ?? null,
    subject: mail.subject ?? null,
    createdAt: mail.createdAt.toISOString(),
    attempts: mail.attempts,
    lastError: mail.lastError,
    failedAt: mail.failedAt?.toISOString() ?? null,
  };
}

async function discardMail({ mailer }: Platform, id: string): Promise<{ id: string }> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  if (isUuid && (await mailer.discard(id))) return { id };
  throw new AdministrationError(
    `No mail "${id}" waits: "npm run admin -- mail" lists what does, with its ids.`,
  );
}

async function takeHabitat(
  { database }: Platform,
  { path, source, approximate, species }: Extract<AdministrationCall, { name: 'importHabitat' }>,
): Promise<HabitatSummary> {
  return await importHabitat(database.orm, path, { source, approximate, species }).catch(
    (error) => {
      throw error instanceof HabitatError ? new AdministrationError(error.message) : error;
    },
  );
}

/** For each call, the function that carries it out. */
type Handlers = {
  readonly [Name in AdministrationCall['name']]: (
    call: Extract<AdministrationCall, { name: Name }>,
  ) => Promise<AdministrationAnswers[Name]>;
};

/** Creates the function that carries out an administrator's calls on an open platform. */
export function createAdminister(
  platform: Platform,
  holders: readonly PersonalDataHolder[],
): Administer {
  const { mailer } = platform;
  const handlers: Handlers = {
    users: () => listUsers(platform),
    activate: ({ username }) => activateUser(platform, username),
    tester: (call) => admitTester(platform, call),
    describe: ({ username }) => describeUser(platform, holders, username),
    delete: ({ username }) => deleteUser(platform, username),
    export: ({ username }) => exportUser(platform, holders, username),
    mail: async () => (await mailer.listUndelivered()).map(describeMail),
    retryMail: async () => ({ revived: await mailer.retry() }),
    discardMail: ({ id }) => discardMail(platform, id),
    importHabitat: (call) => takeHabitat(platform, call),
  };
  // The compiler can't follow that a call goes to the function of its own name.
  return async (call) => (await handlers[call.name](call as never)) as never;
}
