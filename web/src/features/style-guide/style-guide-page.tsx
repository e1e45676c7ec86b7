import { useEffect, useState } from 'react';
import { Collapsible } from '../../ui/layout/collapsible.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { Heading, Text } from '../../ui/style/typography.tsx';
import type { GuideSection } from './sample.tsx';
import { actionSections } from './sections/actions.tsx';
import { choiceSections } from './sections/choices.tsx';
import { dataSections } from './sections/data.tsx';
import { layoutSections } from './sections/layout.tsx';
import { mediaSections } from './sections/media.tsx';
import { overlaySections } from './sections/overlays.tsx';
import { siteSections } from './sections/site.tsx';
import { stateSections } from './sections/states.tsx';
import { styleSections } from './sections/style.tsx';
import { textFieldSections } from './sections/text-fields.tsx';
import styles from './style-guide-page.module.css';

const sections: readonly GuideSection[] = [
  ...actionSections,
  ...choiceSections,
  ...dataSections,
  ...layoutSections,
  ...mediaSections,
  ...overlaySections,
  ...siteSections,
  ...stateSections,
  ...styleSections,
  ...textFieldSections,
].toSorted((one, other) => one.title.localeCompare(other.title, 'en'));

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

/** The links are at the side, or on a narrow screen in a collapsible above the sections. */
function Directory() {
  const current = useSectionInView();
  return (
    <>
      <nav className={styles.side} aria-label="Sections">
        <SectionList current={current} />
      </nav>
      <nav className={styles.folded} aria-label="Sections">
        <Collapsible title="Sections" headingLevel={2}>
          <SectionList current={current} />
        </Collapsible>
      </nav>
    </>
  );
}

function SectionList({ current }: { current: string | null }) {
  return (
    <ul className={styles.list}>
      {sections.map((section) => (
        <li key={section.id}>
          <SectionLink {...section} isCurrent={section.id === current} />
          {section.parts && (
            <ul className={styles.parts}>
              {section.parts.map((part) => (
                <li key={part.id}>
                  <SectionLink {...part} isCurrent={false} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

type SectionLinkProps = Pick<GuideSection, 'id' | 'title'> & { isCurrent: boolean };

function SectionLink({ id, title, isCurrent }: SectionLinkProps) {
  return (
    <a
      className={classNames(styles.link, isCurrent && styles.current)}
      href={`#${id}`}
      aria-current={isCurrent ? 'location' : undefined}
    >
      {title}
    </a>
  );
}

/** The id of the section that is being read: the last one that began above the upper third. */
function useSectionInView(): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const inView = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id);
          else inView.delete(target.id);
        }
        setCurrent(sections.findLast(({ id }) => inView.has(id))?.id ?? null);
      },
      { rootMargin: '0% 0% -70% 0%' },
    );
    for (const { id } of sections) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  return current;
}
