import type { ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import { useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { CallFailedError } from '../../../lib/api-errors.ts';
import { TryAgain } from '../../../ui/actions/button.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { refusalOfDates } from '../dates/dates.ts';
import { formatDatesIn } from '../format.ts';
import { ChoiceTitle } from '../method/method-choice.tsx';
import { useController } from '../patrol/use-controller.ts';
import { requestOf } from '../state/analysis-request.ts';
import type { SceneChoices as Choices, Ready } from '../state/patrol-state.ts';
import { isEveryScene } from '../state/scene-choice.ts';
import { previewFailureText, useScenePreview } from './expected-share.ts';
import { SceneList, SceneListSkeleton } from './scene-list.tsx';

/** The scenes that a run would use, by date and clouds, to be left out or chosen. */
export function SceneChoices({ state }: { state: Ready }) {
  const [startsOpen] = useState(state.opensScenes === true || !usesEveryScene(state.scenes));
  const [isOpen, setIsOpen] = useState(startsOpen);
  return (
    <Collapsible
      title={<ChoiceTitle name="Scenes" value={choiceText(state.scenes)} />}
      headingLevel={4}
      startsOpen={startsOpen}
      takesFocus={state.opensScenes === true}
      onToggle={setIsOpen}
    >
      <div className={utilities.stack}>{isOpen && <PreviewOfRun state={state} />}</div>
    </Collapsible>
  );
}

function choiceText(scenes: Choices): string {
  return usesEveryScene(scenes) ? 'Chosen by cloud' : 'Chosen by you';
}

function usesEveryScene({ before, after }: Choices): boolean {
  return isEveryScene(before) && isEveryScene(after);
}

function PreviewOfRun({ state }: { state: Ready }) {
  const refusal = refusalOfDates(state);
  const { preview, error, isReading, isStale, retry } = useScenePreview(
    requestOf(state),
    refusal === null,
  );
  if (refusal !== null) return <Notice type="warning">{refusal.message}</Notice>;
  return (
    <>
      <VisuallyHidden role="status">{spokenState(preview, error)}</VisuallyHidden>
      {error && !isReading && (
        <Notice type="error">
          {previewFailureText(error)}
          {error instanceof CallFailedError && (
            <>
              {' '}
              <TryAgain onPress={retry} />
            </>
          )}
        </Notice>
      )}
      {preview ? (
        <Lists preview={preview} isReading={isReading} isStale={isStale} state={state} />
      ) : (
        !error &&
        ['Before', 'After'].map((title) => <SceneListSkeleton key={title} title={title} />)
      )}
    </>
  );
}

/** Screen readers hear of the beginning and the end only, because rows are filled one by one. */
function spokenState(preview: ScenePreview | undefined, error: Error | null): string {
  if (error) return '';
  if (preview === undefined) return 'Looking for scenes';
  return preview.is_complete ? 'The scenes have been looked at for clouds' : '';
}

interface ListsProps {
  state: Ready;
  preview: ScenePreview;
  isReading: boolean;
  isStale: boolean;
}

function Lists({ preview, isReading, isStale, state }: ListsProps) {
  const { dispatch } = useController();
  const isEmpty = preview.before.scenes.length === 0 && preview.after.scenes.length === 0;
  if (isEmpty && preview.notes.length > 0) {
    return <Text number={2}>{formatDatesIn(preview.notes.join(' '))}</Text>;
  }
  return (
    <>
      {(['before', 'after'] as const).map((date) => (
        <SceneList
          key={date}
          title={date === 'before' ? 'Before' : 'After'}
          scenes={preview[date]}
          choice={state.scenes[date]}
          isReading={isReading}
          isStale={isStale}
          onChange={(choice) => dispatch({ type: 'scenes-chosen', date, choice })}
        />
      ))}
      <SideNote>
        Scenes within {preview.window_days} days of each date. Clouds are a share of what a scene
        shows of the area; “about” marks a share of the whole scene.
        {!preview.is_complete &&
          !isReading &&
          ' Time ran out before all of them had been looked at. The run looks at all of them.'}
      </SideNote>
    </>
  );
}
