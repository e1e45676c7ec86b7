import { FlaskConical, TriangleAlert } from 'lucide-react';
import { Button } from '../../ui/actions/button.tsx';
import { Icon } from '../../ui/media/icon.tsx';
import styles from './map-status.module.css';

interface MapStatusProps {
  /** What is simulated of the map, in a word that includes everything else that is, or null. */
  simulated: 'imagery' | 'base map' | null;
  /** The provider whose tiles failed, or null. If there is one, the embedded map is shown. */
  lostProvider: string | null;
  onRetry: () => void;
}

/** Shows what a person must know about the visible base map. */
export function MapStatus({ simulated, lostProvider, onRetry }: MapStatusProps) {
  return (
    <div className={styles.status}>
      <div role="status" className={styles.announced}>
        {lostProvider !== null && (
          <div className={styles.notice}>
            <Icon of={TriangleAlert} size="sm" />
            <span>{lostProvider} does not answer. This is the built-in map.</span>
            <Button kind="text" size="sm" onPress={onRetry}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {simulated !== null && (
        <p className={styles.badge}>
          <Icon of={FlaskConical} size="sm" />
          Simulated {simulated}
        </p>
      )}
    </div>
  );
}
