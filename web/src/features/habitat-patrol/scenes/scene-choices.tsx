import type { CandidateScene, ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type { SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { useState } from 'react';
import { VisuallyHidden } from 'react-aria-components';
import { CallFailedError } from '../../../lib/api-errors.ts';
import { TextButton, TryAgain } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Collapsible } from '../../../ui/layout/collapsible.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { refusalOfDates } from '../dates/dates.ts';
import { formatDate, formatDatesIn, formatShare } from '../format.ts';
import { ChoiceTitle } from '../method/method-choice.tsx';
import { useController } from '../patrol/use-controller.ts';
import { requestOf } from '../state/analysis-request.ts';
import type { SceneChoices as Choices, Ready } from '../state/patrol-state.ts';
import { isChosen, isEveryScene, toggleScene } from '../state/scene-choice.ts';
import { previewFailureText, useScenePreview } from './expected-share.ts';
import styles from './scene-list.module.css';

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

interface SceneListProps {
  title: string;
  scenes: ScenePreview['before'];
  choice: SceneChoice;
  /** Whether the clouds of scenes are still being read. */
  isReading: boolean;
  /** Whether the list belongs to the former choice. */
  isStale: boolean;
  onChange: (choice: SceneChoice) => void;
}

/**
 * The scenes around one date, with the clouds of each over the area and the share of the picture
 * that it would fill.
 */
function SceneList(props: SceneListProps) {
  const { title, scenes, choice, isReading, isStale, onChange } = props;
  return (
    <section aria-label={`${title}: scenes`} aria-busy={isStale || isReading}>
      <header className={styles.header}>
        <h5 className={styles.title}>{title}</h5>
        <SideNote>{clearText(scenes, isReading)}</SideNote>
        {!isEveryScene(choice) && <TextButton onPress={() => onChange({})}>Use all</TextButton>}
      </header>
      {scenes.scenes.length === 0 ? (
        <SideNote number={2}>No scene shows the area around {formatDate(scenes.date)}.</SideNote>
      ) : (
        <ul className={classNames(styles.list, isStale && styles.stale)}>
          {scenes.scenes.map((scene) => (
            <SceneRow key={scene.id} scene={scene} choice={choice} onChange={onChange} />
          ))}
        </ul>
      )}
    </section>
  );
}

function clearText({ clear_share: share }: ScenePreview['before'], isReading: boolean): string {
  if (share !== null) return `${formatShare(share)} of the area clear`;
  return isReading ? 'Looking for clouds …' : '';
}

/** Most dates have about this many scenes that matter. */
const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f'];

/** A placeholder for a date's scenes until the catalogue has answered. */
function SceneListSkeleton({ title }: Pick<SceneListProps, 'title'>) {
  return (
    <section aria-label={`${title}: scenes`} aria-busy>
      <header className={styles.header}>
        <h5 className={styles.title}>{title}</h5>
      </header>
      <ul className={styles.list} aria-hidden>
        {skeletonRows.map((row) => (
          <li key={row} className={styles.awaited}>
            <Skeleton share={0.28} />
            <Skeleton share={0.5} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SceneRowProps {
  scene: CandidateScene;
  choice: SceneChoice;
  onChange: (choice: SceneChoice) => void;
}

function SceneRow({ scene, choice, onChange }: SceneRowProps) {
  const { id, date, cloud_share: cloudShare, share_used: used } = scene;
  const isIn = isChosen(choice, id);
  return (
    <li className={styles.scene} title={id}>
      <Checkbox isSelected={isIn} onChange={() => onChange(toggleScene(choice, id))}>
        {formatDate(date)}
        <VisuallyHidden> {id}</VisuallyHidden>
      </Checkbox>
      <span className={styles.worth}>
        <span>
          {cloudText(scene)}
          {isIn && used > 0 && `, ${formatShare(used)} of the area used`}
        </span>
        {cloudShare !== null && (
          <span className={styles.bar}>
            <span
              className={classNames(
                styles.fill,
                scene.cloud_source === 'catalogue' && styles.estimated,
              )}
              style={{ inlineSize: `${Math.round(cloudShare * 100)}%` }}
            />
          </span>
        )}
      </span>
      <TextButton
        aria-label={`Use only the scene of ${formatDate(date)} ${id}`}
        onPress={() => onChange({ only: [id] })}
      >
        Only
      </TextButton>
    </li>
  );
}

/** A share of the whole scene, where no better one is known, is marked as approximate. */
function cloudText({ cloud_share: share, cloud_source: source }: CandidateScene): string {
  if (share === null) return 'Clouds unknown';
  return `${source === 'catalogue' ? 'about ' : ''}${Math.round(share * 100)} % cloud`;
}
