import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { AreaUnitsChoice } from '../../../ui/forms/area-units-choice.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { formatDatesIn } from '../format.ts';
import { methodSentences } from '../method/method-words.ts';
import { ChosenScenes } from '../scenes/chosen-scenes.tsx';
import { SceneTable } from '../scenes/scene-table.tsx';
import styles from '../views.module.css';

interface ResultDetailsProps {
  result: AnalysisResult;
  /** Is called when the person wants to run it again with other scenes. */
  onOtherScenes: () => void;
}

/** Shows the inputs and the method of a result. Its notes are always visible. */
export function ResultDetails({ result, onOtherScenes }: ResultDetailsProps) {
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
        <ChosenScenes result={result} />
        <div className={styles.otherScenes}>
          <Button kind="secondary" size="sm" onPress={onOtherScenes}>
            Run again with other scenes
          </Button>
        </div>
      </Collapsible>
      <Collapsible title="Units">
        <AreaUnitsChoice />
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
