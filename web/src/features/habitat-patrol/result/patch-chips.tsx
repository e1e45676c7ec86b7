import type { PatchDetails } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { placeInPicture } from '@refugia/engine/geo/picture-place.ts';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { outlineColor } from '../../../map/overlays/area-outline.tsx';
import { formatDate } from '../format.ts';
import styles from './patch-card.module.css';

interface PatchChipsProps {
  result: Pick<RunResult, 'before_date' | 'after_date'>;
  /** Null until it has loaded. */
  details: PatchDetails | null;
}

/** The units of the drawing over a chip. */
const drawingSize = 320;

/** A patch before and after, side by side: the same stretch, with the patch's outline. */
export function PatchChips({ result, details }: PatchChipsProps) {
  const path = details && outlinePath(details.geometry, details.chip_bbox);
  const chips = [
    { layer: 'before', name: 'Before', date: result.before_date },
    { layer: 'after', name: 'After', date: result.after_date },
  ] as const;
  return (
    <div className={styles.chips}>
      {chips.map(({ layer, name, date }) => (
        <figure key={layer} className={styles.chip}>
          <div className={styles.picture}>
            {details && (
              <>
                <img
                  key={details.chips[layer]}
                  src={details.chips[layer]}
                  alt={`Patch ${details.patch.id} on ${formatDate(date)}`}
                  draggable={false}
                />
                <svg viewBox={`0 0 ${drawingSize} ${drawingSize}`} aria-hidden="true">
                  <path className={styles.casing} stroke={outlineColor.casing} d={path ?? ''} />
                  <path className={styles.line} stroke={outlineColor.usual} d={path ?? ''} />
                </svg>
              </>
            )}
          </div>
          <figcaption>
            {name} · {formatDate(date)}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function outlinePath(geometry: Polygon | MultiPolygon, box: PatchDetails['chip_bbox']): string {
  const place = (position: Position) =>
    placeInPicture(position, box)
      .map((share) => (share * drawingSize).toFixed(1))
      .join(' ');
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons
    .flat()
    .map((ring) => `M${ring.map(place).join('L')}Z`)
    .join('');
}
