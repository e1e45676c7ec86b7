import type { ContactSubject } from '@refugia/contract/site/choices.ts';
import { Bug, Clock3, type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../../../lib/session.ts';
import { siteSettings } from '../../../lib/site-settings.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Heading, SmallHeading, Text } from '../../../ui/style/typography.tsx';
import { ContactForm } from './contact-form.tsx';
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
