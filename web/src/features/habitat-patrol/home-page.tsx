import { useThemeChoice } from '../../lib/theme.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Heading, Text } from '../../ui/typography.tsx';
import styles from './home-page.module.css';
import { HomeSections } from './home-sections.tsx';
import screenDark from './pictures/screen-dark.avif';
import screenLight from './pictures/screen-light.avif';

/** Habitat Patrol's landing page: what it is, and the way into it. */
export function HomePage() {
  const theme = useThemeChoice();
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.heroContours} />
        <div className={styles.heroInner}>
          <Heading level={1} look="display">
            Find out what changed on the land, and where
          </Heading>
          <Text lead tone="inherit">
            Habitat Patrol looks back in time: it compares satellite images of an area on two dates,
            and marks where forest was cleared, ground was built on, or a fire passed through.
          </Text>
          <div className={styles.actions}>
            <ButtonLink href="/apps/habitatpatrol/map" size="lg" kind="onDeep">
              Open App
            </ButtonLink>
            <ButtonLink href="#timeline" size="lg" kind="quietOnDeep">
              What comes next
            </ButtonLink>
          </div>
        </div>
        <picture className={styles.screen}>
          {theme === 'system' && (
            <source srcSet={screenDark} media="(prefers-color-scheme: dark)" />
          )}
          <img
            src={theme === 'dark' ? screenDark : screenLight}
            width="1440"
            height="900"
            fetchPriority="high"
            alt="A result in Habitat Patrol: the map with the changed ground outlined, and the panel with its dates, sliders and figures"
          />
        </picture>
      </section>
      <HomeSections />
    </>
  );
}
