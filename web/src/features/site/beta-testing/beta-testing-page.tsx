import { messages } from '@refugia/contract/messages.ts';
import type { BetaPreferences } from '@refugia/contract/site/beta-testing.ts';
import {
  type BetaApp,
  type BetaProgramOption,
  betaAppLabels,
  betaProgramOptionLabels,
} from '@refugia/contract/site/choices.ts';
import { Check, ClipboardList, Hourglass, type LucideIcon, MonitorUp, Video } from 'lucide-react';
import { useState } from 'react';
import { isDiskFull, RequestRefusedError } from '../../../lib/api-errors.ts';
import { useModalAddress } from '../../../lib/modal-address.ts';
import { callApi, useSession } from '../../../lib/session.ts';
import { useCall } from '../../../lib/use-call.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { CheckboxGroup } from '../../../ui/forms/checkbox.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import type { Option } from '../../../ui/forms/list-box.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { PageSection } from '../../../ui/layout/page-section.tsx';
import { PatrolDrawing } from '../../../ui/media/app-drawings.tsx';
import { Icon, IconBadge } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Fault } from '../../../ui/overlays/notice.tsx';
import { showToast } from '../../../ui/overlays/toast.tsx';
import { Heading, SideNote, Text } from '../../../ui/style/typography.tsx';
import styles from './beta-testing-page.module.css';

const programs: { icon: LucideIcon; title: string; time: string; text: string }[] = [
  {
    icon: ClipboardList,
    title: 'Online Surveys & Questionnaires',
    time: 'About 10 minutes, whenever it suits you',
    text: 'Short questions on what you do with maps and what a new tool should do for you. They decide what is built first.',
  },
  {
    icon: Video,
    title: 'Remote Interviews',
    time: 'About 45 minutes, by appointment',
    text: 'A call with the people who design the tools. You tell how your work goes, from the field to the report, and where maps get in its way.',
  },
  {
    icon: MonitorUp,
    title: 'Remote Apps Testing',
    time: 'About an hour, by appointment',
    text: 'You try something new on land that you know, and think aloud. We watch what works, and mend what does not before everybody gets it.',
  },
];

const steps = [
  {
    title: 'Sign up',
    text: 'Choose how you want to take part, and in which app. You can choose anew at any time.',
  },
  {
    title: 'We write to you',
    text: 'When something is ready to be tried that fits your choice, an invitation comes by email. Every one of them can be left unanswered.',
  },
  {
    title: 'You see what came of it',
    text: 'We tell you what was changed because of what you said, and what was not, and why.',
  },
];

/** Explains what beta testing is and what it gives, and has the form to sign up. */
export function BetaTestingPage() {
  return (
    <>
      <Hero
        title={
          <>
            <span className={styles.sentence}>Try it first.</span>{' '}
            <span className={styles.sentence}>Say what works.</span>
          </>
        }
        lead="Beta testers see new conservation tools before anybody else, and their word decides what becomes of them. You need no experience with maps, only with your own land."
        actions={
          <>
            <ButtonLink href="#signup" size="lg" kind="onDeep">
              Sign Up
            </ButtonLink>
            <ButtonLink href="#learnmore" size="lg" kind="quietOnDeep">
              Learn More
            </ButtonLink>
          </>
        }
        picture={<BetaDrawing />}
      />

      <PageSection
        id="learnmore"
        title="Three ways to take part"
        lead="Take part in one of them or in all. Everything happens online."
      >
        <ul className={styles.programs}>
          {programs.map(({ icon, title, time, text }) => (
            <li key={title} className={styles.program}>
              <IconBadge of={icon} />
              <Heading level={3}>{title}</Heading>
              <Text tone="soft">{text}</Text>
              <span className={styles.time}>
                <Icon of={Hourglass} size="sm" />
                {time}
              </span>
            </li>
          ))}
        </ul>
      </PageSection>

      <PageSection title="How it goes" isBand>
        <ol className={styles.steps}>
          {steps.map(({ title, text }) => (
            <li key={title} className={styles.step}>
              <Heading level={3}>{title}</Heading>
              <Text tone="soft">{text}</Text>
            </li>
          ))}
        </ol>
      </PageSection>

      <PageSection>
        <div className={styles.joining}>
          <BetaBenefits />
          <BetaSignUp />
        </div>
      </PageSection>
    </>
  );
}

/** Screen readers skip it. */
function BetaDrawing() {
  return (
    <div className={styles.drawing} aria-hidden="true">
      <div className={styles.screen}>
        <div className={styles.bar}>
          <span />
          <span />
          <span />
        </div>
        <PatrolDrawing />
      </div>
      <p className={styles.first}>That clearing is the burn of 2019. It found it!</p>
      <p className={styles.second}>Could the legend say hectares?</p>
    </div>
  );
}

const benefits = [
  'You work with new tools months before they are released.',
  'What you ask for is heard by those who build it, and answered.',
  'The tools come to fit your land, your species and your reports.',
  'You meet others who look after land, and see how they do it.',
  'Your maps and results stay yours, and stay private unless you share them.',
];

function BetaBenefits() {
  return (
    <div className={styles.benefits}>
      <Heading level={2}>What you get out of it</Heading>
      <List kind="plain">
        {benefits.map((benefit) => (
          <ListItem key={benefit} icon={Check}>
            {benefit}
          </ListItem>
        ))}
      </List>
      <SideNote number={2}>
        Taking part is free and voluntary, and ends whenever you say so.
      </SideNote>
    </div>
  );
}

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
function BetaSignUp() {
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
