import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { Text } from '../../../ui/style/typography.tsx';
import styles from '../views.module.css';
import { choiceSentences } from './scene-words.ts';

/**
 * Scenes that a person left out or chose before the run. Nothing is shown if all scenes were
 * allowed.
 */
export function ChosenScenes({ result: { parameters } }: { result: AnalysisResult }) {
  return choiceSentences(parameters.scenes).map((sentence) => (
    <div key={sentence} className={styles.sceneIds}>
      <Text number={3} tone="soft">
        {sentence}
      </Text>
    </div>
  ));
}
