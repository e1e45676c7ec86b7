import { Link } from 'react-aria-components';
import type { MapCanvasProps } from '../map-canvas-props.ts';
import styles from './map-status.module.css';

/** The first stop of the Tab key after the map, which leads past the map's buttons. */
export function SkipLink({ label, to }: NonNullable<MapCanvasProps['skip']>) {
  return (
    <Link className={styles.skip!} onPress={() => to()?.focus()}>
      {label}
    </Link>
  );
}
