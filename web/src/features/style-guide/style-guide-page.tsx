import { Heading, Text } from '../../ui/style/typography.tsx';
import { Directory } from './directory.tsx';
import { sections } from './sections.ts';
import styles from './style-guide-page.module.css';

/** Every component of the design system in every variant, size and state, live. */
export function StyleGuidePage() {
  return (
    <div className={styles.page}>
      <Directory />
      <div className={styles.content}>
        <header className={styles.intro}>
          <Heading level={1}>Style guide</Heading>
          <Text lead tone="soft">
            Every part that the pages are made of, live. Try them with the pointer and with the
            keys, on wide and narrow screens, in light and dark.
          </Text>
        </header>
        {sections.map(({ id, title, Component }) => (
          <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
            <Heading level={2} id={`${id}-title`}>
              {title}
            </Heading>
            <Component />
          </section>
        ))}
      </div>
    </div>
  );
}
