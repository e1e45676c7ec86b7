import { FlaskConical } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './map-screen.module.css';

/** Stays in view as long as what is shown was not seen by a satellite. */
export function SimulatedBadge() {
  return (
    <p className={styles.badge}>
      <Icon of={FlaskConical} size="sm" />
      Simulated imagery
    </p>
  );
}
