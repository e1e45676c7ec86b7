import type { CandidateScene, ScenePreview } from '@refugia/contract/habitat-patrol/run-scenes.ts';
import type { SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { VisuallyHidden } from 'react-aria-components';
import { TextButton } from '../../../ui/actions/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote } from '../../../ui/style/typography.tsx';
import { formatDate, formatShare } from '../format.ts';
import { isChosen, isEveryScene, toggleScene } from '../state/scene-choice.ts';
import styles from './scene-list.module.css';

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
export function SceneList(props: SceneListProps) {
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
export function SceneListSkeleton({ title }: Pick<SceneListProps, 'title'>) {
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
