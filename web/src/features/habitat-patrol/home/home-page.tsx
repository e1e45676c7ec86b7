import { ButtonLink } from '../../../ui/actions/button.tsx';
import { Hero } from '../../../ui/layout/hero.tsx';
import { ThemedPicture, type ThemedSource } from '../../../ui/media/themed-picture.tsx';
import phoneDark from '../pictures/phone-dark.avif';
import phoneLight from '../pictures/phone-light.avif';
import screenDark from '../pictures/screen-dark.avif';
import screenLight from '../pictures/screen-light.avif';
import styles from './home-page.module.css';
import { HomeSections } from './home-sections.tsx';

/** Habitat Patrol's landing page, which describes the app and links to it. */
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

/**
 * A picture of the map screen with a result, in the reader's theme. On a phone it shows the phone's
 * layout.
 */
function ScreenPicture() {
  return (
    <ThemedPicture
      className={styles.screen!}
      source={wideScreen}
      instead={{ media: '(width < 40em)', source: phoneScreen }}
      fetchPriority="high"
      alt="A result in Habitat Patrol: the map with the changed ground outlined, and the panel with its dates, sliders and figures"
    />
  );
}
