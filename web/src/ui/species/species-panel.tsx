import { PawPrint } from 'lucide-react';
import { Icon } from '../media/icon.tsx';
import styles from './species-panel.module.css';

interface SpeciesPanelProps {
  /** The common name, which is empty if it is unknown. */
  commonName: string;
  scientificName: string;
  /** The address of the picture, or null if there is none. */
  imageUrl: string | null;
  /** Notes about what the shapes represent, as sentences. */
  notes: readonly string[];
}

/** Shows the species of an area: a picture, both names, and notes about the shapes. */
export function SpeciesPanel(props: SpeciesPanelProps) {
  const { commonName, scientificName, imageUrl, notes } = props;
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
