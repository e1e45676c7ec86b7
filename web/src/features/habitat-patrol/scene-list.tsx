import type { SceneChoice } from '@refugia/contract/habitat-patrol.ts';
import type { CandidateScene, SceneSurvey } from '@refugia/contract/run-scenes.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Text } from '../../ui/typography.tsx';
import { formatDate, formatShare } from './format.ts';
import styles from './scene-list.module.css';
import { isChosen, isEveryScene, toggleScene } from './toggle-scene.ts';

interface SceneListProps {
  title: string;
  scenes: SceneSurvey['before'];
  choice: SceneChoice;
  isStale: boolean;
  onChange: (choice: SceneChoice) => void;
}

/** The scenes around one date: how cloudy each is over the area, and how much would be taken of it. */
export function SceneList({ title, scenes, choice, isStale, onChange }: SceneListProps) {
  return (
    <section aria-label={`${title}: scenes`} aria-busy={isStale}>
      <header className={styles.header}>
        <h5 className={styles.title}>{title}</h5>
        <Text number={3} tone="soft">
          {formatShare(scenes.clear_share)} of the area clear
        </Text>
        {!isEveryScene(choice) && (
          <Button kind="text" size="sm" onPress={() => onChange({})}>
            Use all
          </Button>
        )}
      </header>
      {scenes.scenes.length === 0 ? (
        <Text number={2} tone="soft">
          No scene shows the area around {formatDate(scenes.date)}.
        </Text>
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

interface SceneRowProps {
  scene: CandidateScene;
  choice: SceneChoice;
  onChange: (choice: SceneChoice) => void;
}

function SceneRow({ scene, choice, onChange }: SceneRowProps) {
  const { id, date, cloud_share: cloudShare, cloud_source: source, share_used: used } = scene;
  const isIn = isChosen(choice, id);
  return (
    <li className={styles.scene} title={id}>
      <Checkbox isSelected={isIn} onChange={() => onChange(toggleScene(choice, id))}>
        {formatDate(date)}
      </Checkbox>
      <span className={styles.cloud}>
        {cloudShare === null ? (
          'clouds unknown'
        ) : (
          <>
            <span className={styles.bar}>
              <span
                className={styles.fill}
                style={{ inlineSize: `${Math.round(cloudShare * 100)}%` }}
              />
            </span>
            {Math.round(cloudShare * 100)} % cloud{source === 'catalogue' && ' (scene)'}
          </>
        )}
      </span>
      <span className={styles.used}>{isIn && used > 0 ? `${formatShare(used)} used` : ''}</span>
      <Button
        kind="text"
        size="sm"
        aria-label={`Use only the scene of ${formatDate(date)}`}
        onPress={() => onChange({ only: [id] })}
      >
        Only
      </Button>
    </li>
  );
}
