import { BrainCircuit, CloudOff, Layers, Satellite, ScanSearch, ShieldCheck } from 'lucide-react';
import { ButtonLink } from '../../../ui/actions/button.tsx';
import { type Milestone, Timeline } from '../../../ui/data/timeline.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { PageSection, Points } from '../../../ui/layout/page-section.tsx';
import { ThemedPicture, type ThemedSource } from '../../../ui/media/themed-picture.tsx';
import { BetaPromo } from '../../../ui/site/beta-promo.tsx';
import { PartHeading, SideNote, Text } from '../../../ui/style/typography.tsx';
import after from '../pictures/after.avif';
import before from '../pictures/before.avif';
import change from '../pictures/change.avif';
import phoneDark from '../pictures/phone-dark.avif';
import phoneLight from '../pictures/phone-light.avif';
import screenDark from '../pictures/screen-dark.avif';
import screenLight from '../pictures/screen-light.avif';
import styles from './home-page.module.css';

/** Habitat Patrol's landing page. */
export function HomePage() {
  return (
    <>
      <Hero
        layout="foot"
        title="Find out what changed on the land, and where"
        lead="Habitat Patrol looks back in time: it compares satellite images of an area on two dates, and marks where forest was cleared, ground was built on, or a fire passed through."
        actions={
          <>
            <ButtonLink href="/apps/habitatpatrol/map" size="lg" kind="onDeep">
              Open App
            </ButtonLink>
            <ButtonLink href="#timeline" size="lg" kind="quietOnDeep">
              What comes next
            </ButtonLink>
          </>
        }
        picture={<ScreenPicture />}
      />
      <HomeSections />
    </>
  );
}

const phoneScreen: ThemedSource = {
  light: phoneLight,
  dark: phoneDark,
  width: 780,
  height: 1200,
};
const wideScreen: ThemedSource = {
  light: screenLight,
  dark: screenDark,
  width: 1440,
  height: 900,
};

/** A result on the map screen, in the reader's theme, on a phone in the phone's layout. */
function ScreenPicture() {
  return (
    <ThemedPicture
      className={styles.screen}
      source={wideScreen}
      instead={{ media: '(width < 40em)', source: phoneScreen }}
      fetchPriority="high"
      alt="A result in Habitat Patrol: the map with the changed ground outlined, and the panel with its dates, sliders and figures"
    />
  );
}

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

function HomeSections() {
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
              <PartHeading level={3}>{title}</PartHeading>
              <SideNote number={2}>{text}</SideNote>
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

const comingSoon = [
  {
    title: 'A place through time',
    text: 'Indices of plants, water and fire for one place, over all years, as a chart and a table.',
  },
  {
    title: 'Larger areas',
    text: 'Whole ranges at full detail, computed where the imagery is stored.',
  },
];

/** The launch dates are those of the European Space Agency. */
const milestones: readonly Milestone[] = [
  {
    when: 'June 2015',
    title: 'Sentinel-2A is launched',
    text: 'The first images that Habitat Patrol can compare.',
  },
  {
    when: 'March 2017',
    title: 'Sentinel-2B follows',
    text: 'Two satellites halve the wait: a place is seen about every five days.',
  },
  {
    when: 'September 2024',
    title: 'Sentinel-2C is launched',
    text: 'It takes over from the first, so that the record goes on.',
  },
  {
    when: 'Now',
    title: 'Habitat Patrol is open',
    text: 'Areas by drawing, file and species; five methods; places that are watched; results to share and take along.',
  },
  {
    when: 'Next',
    title: 'Looking through time',
    text: 'Time series of a place.',
    isAhead: true,
  },
];
