import { PawPrint } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import type { AreaOrigin } from '../state/patrol-state.ts';
import styles from './species-panel.module.css';

interface SpeciesPanelProps {
  origin: Extract<AreaOrigin, { kind: 'species' }>;
}

/** Whose area it is: a picture and both names, and what the shapes really are. */
export function SpeciesPanel({ origin: { pick, info, notes } }: SpeciesPanelProps) {
  const { commonName = '', scientificName = pick.scientificName, imageUrl = null } = info ?? {};
  return (
    <section className={styles.species} aria-label="Species">
      {imageUrl === null ? (
        <span className={styles.noPicture}>
          <Icon of={PawPrint} size="lg" />
        </span>
      ) : (
        <img className={styles.picture} src={imageUrl} alt={commonName} />
      )}
      <div className={styles.words}>
        {commonName !== '' && <p className={styles.commonName}>{commonName}</p>}
        <p className={styles.scientificName}>{scientificName}</p>
        {notes.map((note) => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
    </section>
  );
}
