import { Check, ClipboardList, Hourglass, type LucideIcon, MonitorUp, Video } from 'lucide-react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { List, ListItem } from '../../../ui/data/list.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { PageSection } from '../../../ui/layout/page-section.tsx';
import { PatrolDrawing } from '../../../ui/media/app-drawings.tsx';
import { Icon, IconBadge } from '../../../ui/media/icon.tsx';
import { Heading, SideNote, Text } from '../../../ui/style/typography.tsx';
import { BetaSignUp } from './beta-sign-up.tsx';
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
