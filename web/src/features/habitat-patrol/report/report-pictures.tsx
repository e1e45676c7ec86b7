import type { AnalysisResult, RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { formatDate } from '../format.ts';
import { downloadAddress } from '../patrol/result-api.ts';
import type { Area } from '../state/patrol-state.ts';
import { outlinePath, scaleBar } from './picture-frame.ts';
import styles from './report.module.css';

interface ReportPicturesProps {
  result: AnalysisResult;
  area: Area;
  /** Is called when the last picture has loaded. */
  onComplete: () => void;
}

const order: readonly RunLayer[] = ['before', 'after', 'change'];
const retryMilliseconds = 6_000;
/**
 * From this length on, about five hundred corners, a thinner outline is drawn, because a broad line
 * would hide the coasts that it follows.
 */
const intricateCharacters = 8_000;

/** Before, after and change as still pictures, with the area's outline, a scale and north. */
export function ReportPictures({ result, area, onComplete }: ReportPicturesProps) {
  // The server makes few large pictures at a time, so each is requested when the one before has
  // loaded.
  const [loaded, setLoaded] = useState(0);
  const [tries, setTries] = useState(0);
  const outline = outlinePath(area, result.bbox);
  const isIntricate = outline.path.length > intricateCharacters;
  const scale = scaleBar(result.bbox);
  const titles: Readonly<Record<RunLayer, string>> = {
    before: `Before · ${formatDate(result.before_date)}`,
    after: `After · ${formatDate(result.after_date)}`,
    change: 'Change',
  };
  const addressOf = (layer: RunLayer) =>
    `${downloadAddress(result.id, `${layer}.png`)}?try=${tries}`;
  return (
    <div className={styles.pictures}>
      {order.map((layer, index) => (
        <figure key={layer} className={styles.figure}>
          <div className={styles.frame} style={{ aspectRatio: outline.aspect }}>
            {layer === 'change' && index < loaded + 1 && (
              <img className={styles.ground} src={addressOf('after')} alt="" />
            )}
            {index <= loaded && (
              <img
                className={styles.picture}
                src={addressOf(layer)}
                alt={`The area: ${titles[layer]}`}
                onLoad={() => {
                  setLoaded(Math.max(loaded, index + 1));
                  if (index === order.length - 1) onComplete();
                }}
                onError={() => setTimeout(() => setTries(tries + 1), retryMilliseconds)}
              />
            )}
            <svg
              className={classNames(styles.outline, isIntricate && styles.intricate)}
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d={outline.path} vectorEffect="non-scaling-stroke" />
            </svg>
            <span className={styles.north} aria-hidden="true">
              N
              <br />↑
            </span>
            <span className={styles.scale} style={{ inlineSize: `${scale.share * 100}%` }}>
              {scale.label}
            </span>
          </div>
          <figcaption>{titles[layer]}</figcaption>
        </figure>
      ))}
    </div>
  );
}
