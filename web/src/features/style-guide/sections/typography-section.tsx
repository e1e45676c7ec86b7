import { Heading, Span, Text } from '../../../ui/style/typography.tsx';
import { Sample, Samples } from '../sample.tsx';
import styles from './typography-section.module.css';

const levels = [1, 2, 3, 4, 5] as const;
const numbers = [1, 2, 3] as const;
const tones = ['soft', 'faint', 'brand', 'accent', 'danger'] as const;

/** The style guide's section 'typography'. */
export function TypographySection() {
  return (
    <Samples>
      <div id="heading" className={styles.part}>
        <Sample title="Heading" note="Levels 1 to 5, and the look of a hero.">
          {levels.map((level) => (
            <Heading key={level} level={4} look={level}>
              Heading {level}
            </Heading>
          ))}
          <Heading level={4} look="display">
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
