import type { ReactNode } from 'react';
import { classNames } from '../../../ui/style/class-names.ts';
import { Heading, Span, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { type GuideSection, Sample, Samples } from '../sample.tsx';
import styles from './sections.module.css';

const groups = [
  { title: 'Ground', names: ['canvas', 'surface', 'raised', 'sunken', 'hover', 'pressed'] },
  { title: 'Ink and lines', names: ['ink', 'ink-soft', 'ink-faint', 'edge', 'line', 'focus'] },
  {
    title: 'Brand',
    names: ['brand', 'brand-hover', 'brand-soft', 'brand-ink', 'deep', 'deep-brand'],
  },
  {
    title: 'Accent, danger, info',
    names: ['accent', 'accent-soft', 'danger', 'danger-soft', 'info', 'info-soft'],
  },
];

/** Both themes side by side, whichever theme the page has. */
function ColorSection() {
  return (
    <Samples>
      {groups.map(({ title, names }) => (
        <Sample key={title} title={title}>
          <div className={styles.themes}>
            <Swatches names={names} theme="light" />
            <Swatches names={names} theme="dark" />
          </div>
        </Sample>
      ))}
    </Samples>
  );
}

function Swatches({ names, theme }: { names: readonly string[]; theme: 'light' | 'dark' }) {
  return (
    <ul className={classNames(styles.theme, styles[theme])} aria-label={theme}>
      {names.map((name) => (
        <li key={name} className={styles.swatch}>
          <span className={styles.color} style={{ background: `var(--color-${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const levels = [1, 2, 3, 4, 5] as const;
const numbers = [1, 2, 3] as const;
const tones = ['soft', 'faint', 'brand', 'accent', 'danger'] as const;

function TypographySection() {
  return (
    <Samples>
      <div id="heading" className={styles.part}>
        <Sample title="Heading" note="Levels 1 to 5, and the look of a hero.">
          {levels.map((level) => (
            <Heading key={level} level={4} visualLevel={level}>
              Heading {level}
            </Heading>
          ))}
          <Heading level={4} visualLevel="display">
            Display
          </Heading>
        </Sample>
      </div>
      <div id="text" className={styles.part}>
        <Sample title="Text" note="1 is body text and the default, 2 is small, 3 is for notes.">
          {numbers.map((number) => (
            <Text key={number} number={number}>
              Text {number}: herons nest in the same trees every year, and so do we look there
              first.
            </Text>
          ))}
          <Text lead>Lead: the first paragraph under a large heading.</Text>
          <Text tone="soft">Tone soft steps back.</Text>
          <Text tone="faint">Tone faint may be overlooked.</Text>
        </Sample>
      </div>
      <div id="span" className={styles.part}>
        <Sample title="Span" note="A few words that differ from the text around them.">
          <Text>
            Tones:{' '}
            {tones.map((tone) => (
              <Span key={tone} tone={tone}>
                {tone}{' '}
              </Span>
            ))}
          </Text>
          <Text>
            Weights: <Span weight="medium">medium</Span> <Span weight="strong">strong</Span>
          </Text>
          <Text>
            <Span tabular>1,111 and 8,888 are equally wide: tabular.</Span>
          </Text>
        </Sample>
      </div>
    </Samples>
  );
}

const Brick = ({ children }: { children: ReactNode }) => (
  <div className={styles.brick}>{children}</div>
);

const three = ['One', 'Two', 'Three'].map((word) => <Brick key={word}>{word}</Brick>);

function UtilitySection() {
  return (
    <Samples>
      <Sample title="stack" note="One below the other.">
        <div className={utilities.stack}>{three}</div>
      </Sample>
      <Sample title="cluster" note="Side by side, wrapping.">
        <div className={utilities.cluster}>{three}</div>
      </Sample>
      <Sample title="ends" note="The two ends of one line.">
        <div className={utilities.ends}>{three.slice(0, 2)}</div>
      </Sample>
      <Sample title="pair" note="Two of equal width; one below the other on a narrow screen.">
        <div className={utilities.pair}>{three.slice(0, 2)}</div>
      </Sample>
      <Sample title="truncate" note="One line, cut with dots.">
        <div className={utilities.truncate}>
          Echinomastus erectocentrus var. acunensis grows between granite and saguaros
        </div>
      </Sample>
      <Sample title="tabular" note="Digits of one width.">
        <div className={utilities.tabular}>
          <div>1,111.11</div>
          <div>8,888.88</div>
        </div>
      </Sample>
      <Sample title="grid" note="Columns as wide as a card, as many as there is room for." wide>
        <div className={utilities.grid}>{three}</div>
      </Sample>
    </Samples>
  );
}

export const styleSections: readonly GuideSection[] = [
  { id: 'colors', title: 'Colors', Component: ColorSection },
  {
    id: 'typography',
    title: 'Typography',
    Component: TypographySection,
    parts: [
      { id: 'heading', title: 'Heading' },
      { id: 'text', title: 'Text' },
      { id: 'span', title: 'Span' },
    ],
  },
  { id: 'utility-classes', title: 'Utility classes', Component: UtilitySection },
];
