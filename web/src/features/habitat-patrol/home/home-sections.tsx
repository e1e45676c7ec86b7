import { BrainCircuit, CloudOff, Layers, Satellite, ScanSearch, ShieldCheck } from 'lucide-react';
import { Timeline } from '../../../ui/data/timeline.tsx';
import { PageSection, Points } from '../../../ui/layout/page-section.tsx';
import { BetaPromo } from '../../../ui/site/beta-promo.tsx';
import { Heading, Text } from '../../../ui/style/typography.tsx';
import after from '../pictures/after.avif';
import before from '../pictures/before.avif';
import change from '../pictures/change.avif';
import { comingSoon, milestones } from './home-plans.ts';
import styles from './home-sections.module.css';

const imagery = [
  {
    icon: Satellite,
    title: 'Ten meters, every five days',
    text: 'Sentinel-2 passes over the continental United States about every five days and sees a pixel of 10 by 10 meters: a stand of trees, a barn, a new road.',
  },
  {
    icon: CloudOff,
    title: 'Clouds are left out',
    text: 'For each date the clear pixels nearest to it are put together from several scenes. You see which, how cloudy they were, and can choose others.',
  },
  {
    icon: Layers,
    title: 'Three layers on one map',
    text: 'Before, after and change lie on top of each other, each as strong as you like. A run takes seconds to a few minutes; its link opens the same result for anyone.',
  },
];

const intelligence = [
  {
    icon: BrainCircuit,
    title: 'It learns from your pair of images',
    text: 'The method weighs all bands at once, learns from the two images themselves what is mere season, haze and light, and finds the threshold in the data. There is nothing to tune.',
  },
  {
    icon: ScanSearch,
    title: 'Other methods beside it',
    text: 'Discriminants that were trained for five land covers, IR-MAD as in the literature, and index differences for plants and fire: for a second opinion, or to compare with published work.',
  },
  {
    icon: ShieldCheck,
    title: 'It says what it does not know',
    text: 'Ground that was not clear on both dates is shown as not observed, never as unchanged. Every result names its scenes, method and parameters, so that it can be checked.',
  },
];

/** The sections below the hero. */
export function HomeSections() {
  return (
    <>
      <PageSection
        title="Imagery of the whole country"
        lead="Draw an area, upload one, or take the range or critical habitat of a protected species. Two dates make the question."
      >
        <div className={styles.pictures}>
          <Shot picture={before} label="Before" alt="Forest from above, before it was cut" />
          <Shot
            picture={after}
            label="After"
            alt="The same forest two years later, with clearings"
          />
          <Shot picture={change} label="Change" alt="The clearings, marked" />
          <Text number={3} tone="faint">
            The pictures on this page are of the running app, on simulated imagery.
          </Text>
        </div>
        <Points points={imagery} />
      </PageSection>
      <PageSection
        title="Artificial intelligence that shows its work"
        lead="Finding change in two images is easy; telling it from autumn, haze and wet ground is not. That is what the machine is for."
        isBand
      >
        <Points points={intelligence} />
      </PageSection>
      <BetaPromo title="Help to test it">
        Beta testers try new parts first and tell us what gets in their way: in surveys, in talks,
        or with their own areas on their own screen.
      </BetaPromo>
      <PageSection title="Coming Soon" lead="What we work on next.">
        <ul className={styles.soon}>
          {comingSoon.map(({ title, text }) => (
            <li key={title} className={styles.soonItem}>
              <Heading level={3} look={4}>
                {title}
              </Heading>
              <Text number={2} tone="soft">
                {text}
              </Text>
            </li>
          ))}
        </ul>
      </PageSection>
      <PageSection
        id="timeline"
        title="Timeline"
        lead="How far back you can look, and how the app grows."
        isBand
      >
        <Timeline milestones={milestones} />
      </PageSection>
    </>
  );
}

function Shot({ picture, label, alt }: { picture: string; label: string; alt: string }) {
  return (
    <figure className={styles.shot}>
      <img src={picture} width="720" height="540" loading="lazy" alt={alt} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
