import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { Text } from '../../../ui/typography.tsx';
import styles from '../views.module.css';
import { choiceSentences } from './scene-words.ts';

/** Scenes that somebody left out before the run, or chose alone; nothing where nobody did. */
export function ChosenScenes({ result: { parameters } }: { result: AnalysisResult }) {
  return choiceSentences(parameters.scenes).map((sentence) => (
    <div key={sentence} className={styles.sceneIds}>
      <Text number={3} tone="soft">
        {sentence}
      </Text>
    </div>
  ));
}
