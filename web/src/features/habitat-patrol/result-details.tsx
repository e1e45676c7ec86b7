import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { Collapsible } from '../../ui/collapsible.tsx';
import { formatDatesIn } from './format.ts';
import { methodSentences } from './method-words.ts';
import { SceneTable } from './scene-table.tsx';
import styles from './views.module.css';

/** What a result was computed from and how; its notes stand open. */
export function ResultDetails({ result }: { result: AnalysisResult }) {
  return (
    <>
      {result.notes.length > 0 && (
        <Collapsible title={`Notes (${result.notes.length})`} startsOpen>
          <ul className={styles.notes}>
            {result.notes.map((note) => (
              <li key={note}>{formatDatesIn(note)}</li>
            ))}
          </ul>
        </Collapsible>
      )}
      <Collapsible title={`Scenes used (${result.scenes.length})`}>
        <SceneTable scenes={result.scenes} />
      </Collapsible>
      <Collapsible title="Method">
        <ul className={styles.notes}>
          {methodSentences(result).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Collapsible>
    </>
  );
}
