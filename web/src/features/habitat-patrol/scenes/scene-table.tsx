import type { RunResult, SceneChoice } from '@refugia/contract/habitat-patrol/runs.ts';
import { useState } from 'react';
import { TextButton } from '../../../ui/actions/button.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote } from '../../../ui/style/typography.tsx';
import { formatDate, formatShare } from '../format.ts';
import styles from '../views.module.css';

/**
 * A large area has hundreds of scenes, of which those with the largest shares are shown at first.
 */
const shownAtFirst = 12;
const shownOnPaper = 40;

interface SceneTableProps {
  scenes: RunResult['scenes'];
  /** Whether the table is for paper, on which nothing can be pressed. */
  isPrinted?: boolean;
}

/** The scenes that the pictures are composed of, or of very many those that fill the most. */
export function SceneTable({ scenes, isPrinted = false }: SceneTableProps) {
  const [showsAll, setShowsAll] = useState(false);
  const most = isPrinted ? shownOnPaper : shownAtFirst;
  const isFolded = !showsAll && scenes.length > most + 3;
  const shown = isFolded ? largest(scenes, most) : scenes;
  const count = scenes.length - shown.length;
  return (
    <>
      <table className={classNames(styles.table, styles.scenes)}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">For</th>
            <th scope="col">Clouds in its part</th>
            <th scope="col">Used of the area</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, role, date, cloud_share, share_used }) => (
            <tr key={`${role}-${id}`} title={id}>
              <td>{formatDate(date)}</td>
              <td>{role}</td>
              <td>{formatShare(cloud_share)}</td>
              <td>{formatShare(share_used)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isFolded &&
        (isPrinted ? (
          <SideNote>These fill the largest shares; {count} further scenes fill the rest.</SideNote>
        ) : (
          <TextButton onPress={() => setShowsAll(true)}>Show {count} more scenes</TextButton>
        ))}
    </>
  );
}

/** The scenes with the largest shares, in their original order. */
function largest(scenes: RunResult['scenes'], most: number): RunResult['scenes'] {
  const kept = new Set(scenes.toSorted((a, b) => b.share_used - a.share_used).slice(0, most));
  return scenes.filter((scene) => kept.has(scene));
}

/** Says which scenes a person left out or chose before the run. */
export function ChosenScenes({ result: { parameters } }: { result: RunResult }) {
  return choiceSentences(parameters.scenes).map((sentence) => (
    <div key={sentence} className={styles.sceneIds}>
      <SideNote>{sentence}</SideNote>
    </div>
  ));
}

/** Further ids are only counted. */
const mostIds = 12;

/** Sentences about the scenes that a person left out or chose before the run. */
export function choiceSentences({
  before = {},
  after = {},
}: RunResult['parameters']['scenes']): string[] {
  return [...sentencesOf('Before', before), ...sentencesOf('After', after)];
}

function sentencesOf(date: 'Before' | 'After', { only = [], exclude = [] }: SceneChoice): string[] {
  return [
    ...(only.length > 0 ? [`${date}, chosen by hand: ${listed(only)}.`] : []),
    ...(exclude.length > 0 ? [`${date}, left out by hand: ${listed(exclude)}.`] : []),
  ];
}

function listed(ids: readonly string[]): string {
  const named = ids.slice(0, mostIds).join(', ');
  return ids.length <= mostIds ? named : `${named} and ${ids.length - mostIds} more`;
}
