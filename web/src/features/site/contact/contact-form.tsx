import {
  type CurrentAccount,
  emailSchema,
  personNameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type ContactSubject, contactSubjects } from '@refugia/contract/site/choices.ts';
import { type Contact, contactTextSchema } from '@refugia/contract/site/contact.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi } from '../../../lib/session.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { type FieldErrors, firstIssue, useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import utilities from '../../../ui/style/utilities.module.css';

const { account: accountLimits, contact: contactLimits } = limits;
const subjectOptions = contactSubjects.map((subject) => ({ id: subject, label: subject }));

/**
 * The unsent message is kept as long as the tab, because a reload, a wrong link or an expired
 * session must not cost anybody a page of text.
 */
const draft = storedText('sessionStorage', 'contact-draft');

type ContactField = Exclude<keyof Contact, 'subject'>;

function judgeContact(values: Readonly<Record<ContactField, string>>): FieldErrors<ContactField> {
  return {
    firstName: firstIssue(personNameSchema, values.firstName),
    lastName: firstIssue(personNameSchema, values.lastName),
    email: firstIssue(emailSchema, values.email),
    message: firstIssue(contactTextSchema, values.message),
  };
}

interface ContactFormProps {
  /** The account of who is logged in, whose name and email address are filled in. */
  account: CurrentAccount | null;
  subject: ContactSubject;
  onSubjectChange: (subject: ContactSubject) => void;
}

function useMessage(account: CurrentAccount | null, subject: ContactSubject) {
  const navigate = useNavigate();
  const form = useValidatedForm<ContactField>(
    {
      firstName: account?.first_name ?? '',
      lastName: account?.last_name ?? '',
      email: account?.email ?? '',
      message: draft.read() ?? '',
    },
    judgeContact,
  );
  const [isPending, setIsPending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (isPending) return;
    setRefusal(null);
    if (!form.canSubmit(element)) {
      showToast('error', messages.contact.incomplete);
      return;
    }
    setIsPending(true);
    const body: Contact = {
      firstName: form.values.firstName.trim(),
      lastName: form.values.lastName.trim(),
      email: form.values.email.trim(),
      message: form.values.message,
      subject,
    };
    try {
      await callApi('/api/accounts/contact', { method: 'POST', body });
      draft.remove();
      showToast('success', messages.contact.sent);
      navigate('/');
    } catch (error) {
      setIsPending(false);
      if (error instanceof RequestRefusedError) setRefusal(error.message);
      showToast('error', messages.contact.failed.replace('{email}', siteSettings.supportEmail));
    }
  }

  return { form, submit, isPending, refusal };
}

/** The form for a message to the people behind the site. */
export function ContactForm({ account, subject, onSubjectChange }: ContactFormProps) {
  const { form, submit, isPending, refusal } = useMessage(account, subject);
  const message = form.field('message');
  return (
    <Form onSubmit={(element) => void submit(element)}>
      <div className={utilities.pair}>
        <TextField
          {...form.field('firstName')}
          label="First Name"
          autoComplete="given-name"
          maxLength={accountLimits.nameMaxLength}
        />
        <TextField
          {...form.field('lastName')}
          label="Last Name"
          autoComplete="family-name"
          maxLength={accountLimits.nameMaxLength}
        />
      </div>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={accountLimits.emailMaxLength}
      />
      <Select label="Subject" options={subjectOptions} value={subject} onChange={onSubjectChange} />
      <TextArea
        {...message}
        onChange={(value) => {
          draft.write(value);
          message.onChange(value);
        }}
        label="Message"
        maxLength={contactLimits.messageMaxLength}
      />
      <Fault>{refusal}</Fault>
      <FormActions>
        <Button type="submit" size="lg" isPending={isPending}>
          Send Message
        </Button>
      </FormActions>
    </Form>
  );
}
