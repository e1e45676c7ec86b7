import {
  type CurrentAccount,
  emailSchema,
  personNameSchema,
} from '@refugia/contract/account/account.ts';
import { limits } from '@refugia/contract/limits.ts';
import { messages } from '@refugia/contract/messages.ts';
import { type ContactSubject, contactSubjects } from '@refugia/contract/site/choices.ts';
import { type Contact, contactTextSchema } from '@refugia/contract/site/contact.ts';
import { Bug, Clock3, type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { storedText } from '../../../lib/stored-text.ts';
import { type FieldErrors, firstIssue, useValidatedForm } from '../../../lib/validated-form.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Link } from '../../../ui/actions/link.tsx';
import { Form, FormActions } from '../../../ui/forms/form.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextArea, TextField } from '../../../ui/forms/text-field.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, SmallHeading, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import styles from './contact-page.module.css';
import { subjectOf } from './contact-subject.ts';

/** What helps us to help, by the subject of a message. */
const advice: Record<ContactSubject, { icon: LucideIcon; title: string; text: string }> = {
  'Reaching out': {
    icon: Mail,
    title: 'What you work on',
    text: 'A line on the land, the species or the question that you have in mind tells us who can answer best.',
  },
  'Providing feedback': {
    icon: MessageSquareText,
    title: 'What you were trying to do',
    text: 'Tell us what you wanted to get done, and where it was harder than it should be. Ideas that come from work outdoors are the best ones.',
  },
  'Reporting a bug': {
    icon: Bug,
    title: 'What helps to find a bug',
    text: 'What you did, what you saw, and what you expected. The address of the page helps most: it holds the area, the dates and the result.',
  },
  Other: {
    icon: Mail,
    title: 'Anything else',
    text: 'Say it in your own words; we pass it on to whoever knows.',
  },
};

/** On an installation without an address nobody would read the messages. */
const isReachable = !siteSettings.supportEmail.endsWith('@localhost');

/** The contact form. The address contains the subject. */
export function ContactPage() {
  const [parameters, setParameters] = useSearchParams();
  const { status, account } = useSession();
  const subject = subjectOf(parameters);
  const { icon, title, text } = advice[subject];

  return (
    <Page>
      <div className={styles.contact}>
        <header className={styles.header}>
          <Heading level={1}>Contact</Heading>
          <Text lead tone="soft">
            Questions, ideas, faults: write to us, and a person reads it.
          </Text>
        </header>
        <div className={styles.sheet}>
          {status === 'checking' ? (
            <div className={styles.waiting}>
              <Spinner size="lg" />
            </div>
          ) : (
            <ContactForm
              // Name and address are those of who is logged in. The message is kept separately.
              key={account?.id}
              account={account}
              subject={subject}
              onSubjectChange={(next) =>
                setParameters({ subject: next }, { replace: true, preventScrollReset: true })
              }
            />
          )}
        </div>
        <aside className={styles.aside} aria-label="Before you write">
          <Advice icon={icon} title={title}>
            {text}
          </Advice>
          <Advice icon={Clock3} title="When you hear from us">
            Within 7 days, at the email address that you give here.
          </Advice>
          {isReachable && (
            <Advice icon={Mail} title="By email instead">
              <Link href={`mailto:${siteSettings.supportEmail}`}>{siteSettings.supportEmail}</Link>
            </Advice>
          )}
        </aside>
      </div>
    </Page>
  );
}

interface AdviceProps {
  icon: LucideIcon;
  title: string;
  children: ReactNode;
}

function Advice({ icon, title, children }: AdviceProps) {
  return (
    <div className={styles.advice}>
      <Icon of={icon} />
      <div>
        <SmallHeading level={2}>{title}</SmallHeading>
        <Text number={2} tone="soft" as="div">
          {children}
        </Text>
      </div>
    </div>
  );
}

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

function ContactForm({ account, subject, onSubjectChange }: ContactFormProps) {
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
