import { FlaskConical } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './map-screen.module.css';

/** Shown as long as the imagery on the screen is simulated. */
export function SimulatedBadge() {
  return (
    <p className={styles.badge}>
      <Icon of={FlaskConical} size="sm" />
      Simulated imagery
    </p>
  );
}
