import { ClipboardList, Hourglass, type LucideIcon, MonitorUp, Video } from 'lucide-react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { PageSection } from '../../../ui/layout/page-section.tsx';
import { Icon, IconBadge } from '../../../ui/media/icon.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import { BetaBenefits } from './beta-benefits.tsx';
import { BetaDrawing } from './beta-drawing.tsx';
import { BetaSignUp } from './beta-sign-up.tsx';
import styles from './beta-testing-page.module.css';

/** The three ways to take part, which the form offers. */
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
