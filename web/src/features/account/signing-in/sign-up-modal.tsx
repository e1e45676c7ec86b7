import { limits } from '@refugia/contract/limits.ts';
import { keysOf } from '@refugia/contract/members.ts';
import { messages } from '@refugia/contract/messages.ts';
import { useState } from 'react';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi } from '../../../lib/session.ts';
import { useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import {
  emptySignUp,
  judgeSignUp,
  passwordHelp,
  type SignUpField,
  signUpPayload,
} from '../field-rules.ts';

const { account } = limits;

const takenMessages = { username: messages.usernameTaken, email: messages.emailTaken };

function useSignUp() {
  const { openModal } = useModalAddress();
  const form = useValidatedForm<SignUpField>(emptySignUp, judgeSignUp);
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function checkUniqueness(field: 'username' | 'email', value: string): Promise<void> {
    if (judgeSignUp({ ...form.values, [field]: value })[field] !== undefined) return;
    try {
      const { is_unique } = await callApi<{ is_unique: boolean }>('/api/accounts/register', {
        query: { reqType: field, input: value.trim() },
      });
      form.noteServerError(field, value, is_unique ? undefined : takenMessages[field]);
    } catch {
      // A check that fails decides nothing: registering itself refuses a name that is taken.
    }
  }

  async function submit(element: HTMLFormElement): Promise<void> {
    if (isPending) return;
    setRefusal(null);
    if (!form.canSubmit(element)) {
      showToast('error', messages.signUpIncomplete);
      return;
    }
    setIsPending(true);
    try {
      await callApi('/api/accounts/register', { method: 'POST', body: signUpPayload(form.values) });
      openModal('email-verification');
    } catch (error) {
      setIsPending(false);
      explain(error);
    }
  }

  function explain(error: unknown): void {
    const faults = error instanceof RequestRefusedError ? error.fields : {};
    for (const name of keysOf(form.values)) {
      if (faults[name]) form.noteServerError(name, form.values[name], faults[name]);
    }
    if (Object.keys(faults).length > 0) {
      showToast('error', messages.signUpIncomplete);
      return;
    }
    if (error instanceof RequestRefusedError) setRefusal(error.message);
    showToast('error', messages.signUpFailed);
  }

  return { form, checkUniqueness, submit, isPending, refusal };
}

/**
 * The form for a new account. The passwords have no `maxLength`, because a password that is cut
 * short silently is one that nobody knows.
 */
export function SignUpModal() {
  const { openModal, closeModal } = useModalAddress();
  const { form, checkUniqueness, submit, isPending, refusal } = useSignUp();
  return (
    <Modal title="Sign Up" size="wide" onClose={closeModal}>
      <Form onSubmit={(element) => void submit(element)}>
        <div className={utilities.pair}>
          <TextField
            {...form.field('first_name')}
            label="First Name"
            autoComplete="given-name"
            maxLength={account.nameMaxLength}
            autoFocus
          />
          <TextField
            {...form.field('last_name')}
            label="Last Name"
            autoComplete="family-name"
            maxLength={account.nameMaxLength}
          />
        </div>
        <TextField
          {...form.field('username', (value) => void checkUniqueness('username', value))}
          label="Username"
          autoComplete="username"
          maxLength={account.usernameMaxLength}
        />
        <TextField
          {...form.field('email', (value) => void checkUniqueness('email', value))}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={account.emailMaxLength}
        />
        <div className={utilities.pair}>
          <PasswordField
            {...form.field('password')}
            label="Password"
            autoComplete="new-password"
            description={passwordHelp}
          />
          <PasswordField
            {...form.field('password2')}
            label="Confirm Password"
            autoComplete="new-password"
          />
        </div>
        <Fault>{refusal}</Fault>
        <Button type="submit" size="lg" wide isPending={isPending}>
          Sign Up
        </Button>
        <SideNote number={2}>
          Have an account? <LinkButton onPress={() => openModal('login')}>Log In</LinkButton>
        </SideNote>
      </Form>
    </Modal>
  );
}
