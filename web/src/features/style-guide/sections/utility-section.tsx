import type { ReactNode } from 'react';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';
import styles from './utility-section.module.css';

const Brick = ({ children }: { children: ReactNode }) => (
  <div className={styles.brick}>{children}</div>
);

const three = ['One', 'Two', 'Three'].map((word) => <Brick key={word}>{word}</Brick>);

/** The style guide's section 'utility'. */
export function UtilitySection() {
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
