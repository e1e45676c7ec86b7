import { useModalAddress } from '../../../lib/modal-address.ts';
import { Button, ButtonLink } from '../../../ui/actions/button.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { BeforeAfter } from './before-after.tsx';
import styles from './landing-page.module.css';
import { LandingSections } from './landing-sections.tsx';

const facts: { figure: string; text: string }[] = [
  { figure: '10 m', text: 'to a pixel, as Sentinel-2 sees the land' },
  { figure: '2015', text: 'is how far back you can compare' },
  { figure: '0', text: 'accounts needed for a first result' },
  { figure: '100 %', text: 'open source, to run on your own machines' },
];

/** The page that a visitor sees first. */
export function LandingPage() {
  const { openModal } = useModalAddress();
  return (
    <>
      <Hero
        title="See what changed on the land."
        lead="Satellite images and shared maps for those who protect wildlife and its habitat. Free, open, and made for work outdoors."
        actions={
          <>
            <ButtonLink href="/apps/habitatpatrol/map" size="lg" kind="onDeep">
              Open Habitat Patrol
            </ButtonLink>
            <Button size="lg" kind="quietOnDeep" onPress={() => openModal('signup')}>
              Sign Up
            </Button>
          </>
        }
        picture={<BeforeAfter />}
      >
        <ul className={styles.facts}>
          {facts.map(({ figure, text }) => (
            <li key={text} className={styles.fact}>
              <strong className={styles.figure}>{figure}</strong>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </Hero>
      <LandingSections />
    </>
  );
}
