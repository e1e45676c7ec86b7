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

/** Creates the function that carries out an administrator's calls on an open platform. */
export function createAdminister(
  platform: Platform,
  holders: readonly PersonalDataHolder[],
): Administer {
  const { mailer } = platform;

  function perform(
    call: AdministrationCall,
  ): Promise<AdministrationAnswers[keyof AdministrationAnswers]> {
    switch (call.name) {
      case 'users':
        return listUsers(platform);
      case 'activate':
        return activateUser(platform, call.username);
      case 'tester':
        return admitTester(platform, call);
      case 'describe':
        return describeUser(platform, holders, call.username);
      case 'delete':
        return deleteUser(platform, call.username);
      case 'export':
        return exportUser(platform, holders, call.username);
      case 'mail':
        return mailer.listUndelivered().then((mails) => mails.map(describeMail));
      case 'retryMail':
        return mailer.retry().then((revived) => ({ revived }));
      case 'discardMail':
        return discardMail(platform, call.id);
      case 'importHabitat':
        return takeHabitat(platform, call);
    }
  }
  // Each case returns the answer of its own call. The compiler can't follow that through the
  // switch.
  return perform as Administer;
}
