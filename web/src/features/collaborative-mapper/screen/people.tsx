import type { PresentPerson } from '@refugia/contract/collaborative-mapper/live.ts';
import { initialsOf } from '../../../ui/media/avatar.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { colourOfPerson } from '../state/colour-of-person.ts';
import styles from './map-screen.module.css';

const shownPeople = 3;

/** The other people who have the map open, each of them once. */
export function People({ people }: { people: ReadonlyMap<string, PresentPerson> }) {
  const names = [...new Set([...people.values()].map(({ name }) => name))];
  if (names.length === 0) return null;
  return (
    <ul className={styles.people} aria-label="Also on this map">
      {names.slice(0, shownPeople).map((name) => (
        <li key={name} title={name} style={{ background: colourOfPerson(name) }}>
          <span aria-hidden="true">{initialsOf(name)}</span>
          <span className={utilities.announced}>{name}</span>
        </li>
      ))}
      {names.length > shownPeople && (
        <li className={styles.more}>
          +{names.length - shownPeople}
          <span className={utilities.announced}> more</span>
        </li>
      )}
    </ul>
  );
}
