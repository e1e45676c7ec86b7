import { messages } from '@refugia/contract/messages.ts';
import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import {
  type BetaApp,
  type BetaProgramOption,
  betaAppLabels,
  betaProgramOptionLabels,
} from '@refugia/contract/site/choices.ts';
import { useState } from 'react';
import { isDiskFull, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { CheckboxGroup } from '../../../ui/forms/checkbox.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import type { Option } from '../../../ui/forms/list-box.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import styles from './beta-testing-page.module.css';

function optionsOf<Id extends string>(labels: Readonly<Record<Id, string>>): Option<Id>[] {
  return (Object.entries(labels) as [Id, string][]).map(([id, label]) => ({ id, label }));
}

const programOptions = optionsOf(betaProgramOptionLabels);
const appOptions = optionsOf(betaAppLabels);

/** Every checkbox of a group with its state, as the call takes them. */
function ticked<Id extends string>(
  options: readonly Option<Id>[],
  chosen: readonly Id[],
): Record<Id, boolean> {
  return Object.fromEntries(options.map(({ id }) => [id, chosen.includes(id)])) as Record<
    Id,
    boolean
  >;
}

/** The form for people who are logged in, and the log-in for others. */
export function BetaSignUp() {
  const { status, account } = useSession();
  return (
    <div className={styles.signUp} id="signup">
      <Heading level={2} visualLevel={3}>
        Sign up for beta testing
      </Heading>
      {status === 'checking' && (
        <span className={styles.waiting}>
          <Spinner />
        </span>
      )}
      {status === 'visitor' && <LogInPrompt />}
      {account !== null && <PreferencesForm accountId={account.id} />}
    </div>
  );
}

function LogInPrompt() {
  const { openModal } = useModalAddress();
  return (
    <>
      <Text tone="soft">
        Invitations go to the email address of your account. Please log in to sign up, or make an
        account: it is free, and takes two minutes.
      </Text>
      <div className={styles.actions}>
        <Button onPress={() => openModal('login')}>Log In</Button>
        <Button kind="secondary" onPress={() => openModal('signup')}>
          Account Sign Up
        </Button>
      </div>
    </>
  );
}

function PreferencesForm({ accountId }: { accountId: number | null }) {
  const [programs, setPrograms] = useState<BetaProgramOption[]>([]);
  const [apps, setApps] = useState<BetaApp[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isPending, run } = useCall((error) => {
    if (error instanceof RequestRefusedError) setRefusal(error.message);
    showToast('error', isDiskFull(error) ? messages.diskFull : messages.somethingWentWrong);
  });

  function submit(): void {
    if (isPending) return;
    setRefusal(null);
    if (programs.length === 0 || apps.length === 0) {
      showToast('warning', messages.betaTesting.incomplete);
      return;
    }
    const body: BetaPreferences = {
      programOptions: ticked(programOptions, programs),
      apps: ticked(appOptions, apps),
    };
    run(async () => {
      await callApi('/api/accounts/beta_testing', {
        method: 'POST',
        query: { id: accountId ?? undefined },
        body,
      });
      setPrograms([]);
      setApps([]);
      showToast('success', messages.betaTesting.saved);
    });
  }

  return (
    <Form onSubmit={submit}>
      <CheckboxGroup
        label="Program Options"
        options={programOptions}
        value={programs}
        onChange={setPrograms}
      />
      <CheckboxGroup label="Apps" options={appOptions} value={apps} onChange={setApps} />
      <Fault>{refusal}</Fault>
      <Button type="submit" size="lg" wide isPending={isPending}>
        Sign Up
      </Button>
    </Form>
  );
}
