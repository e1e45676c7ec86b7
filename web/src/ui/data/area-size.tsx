import { type AreaFormat, areaParts } from '@refugia/contract/area-text.ts';
import { useAreaUnits } from '../../lib/area-units.ts';
import styles from './area-size.module.css';

interface AreaSizeProps extends Omit<AreaFormat, 'units'> {
  hectares: number;
}

/** An area in the units that the person reads. The second unit may stand on a line of its own. */
export function AreaSize({ hectares, ...format }: AreaSizeProps) {
  const units = useAreaUnits();
  const [first, second] = areaParts(hectares, { ...format, units });
  return (
    <>
      {first}
      {second !== undefined && <span className={styles.second}> ({second})</span>}
    </>
  );
}
