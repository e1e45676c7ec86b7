import type { RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { placeInPicture, scaleBar } from '@refugia/engine/geo/picture-place.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { formatDate } from '../format.ts';
import { ChangeLegend, unobservedHatching } from '../result/change-legend.tsx';
import type { Area } from '../state/patrol-state.ts';
import { outlinePath } from './picture-frame.ts';
import styles from './report.module.css';
import type { ReportPictureAddresses } from './use-report-pictures.ts';

interface ReportPicturesProps {
  result: RunResult;
  area: Area;
  addresses: ReportPictureAddresses;
  /** The patches whose numbers are drawn on the change image. */
  numbered: readonly RunPatch[];
}

const order: readonly RunLayer[] = ['change', 'before', 'after'];
/**
 * A longer outline, of about five hundred corners, is drawn thinner, because a broad line would
 * hide the coasts that it follows.
 */
const intricateCharacters = 8_000;

/** Change, before and after as still pictures, with the area's outline, a scale and north. */
export function ReportPictures({ result, area, addresses, numbered }: ReportPicturesProps) {
  const outline = outlinePath(area, result.bbox);
  const isIntricate = outline.path.length > intricateCharacters;
  const scale = scaleBar(result.bbox);
  const titles: Readonly<Record<RunLayer, string>> = {
    before: `Before · ${formatDate(result.before_date)}`,
    after: `After · ${formatDate(result.after_date)}`,
    change: 'Change',
  };
  return (
    <div className={styles.pictures} style={{ '--picture-aspect': outline.aspect }}>
      {order.map((layer) => (
        <figure key={layer} className={styles.figure}>
          <div className={styles.frame}>
            {layer === 'change' && <Unobserved addresses={addresses} />}
            {addresses[layer] !== undefined && (
              <img
                className={styles.picture}
                src={addresses[layer]}
                alt={`The area: ${titles[layer]}`}
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
            {layer === 'change' && <Numbers patches={numbered} result={result} />}
            <span className={styles.north} aria-hidden="true">
              N
              <br />↑
            </span>
            <span className={styles.scale} style={{ inlineSize: `${scale.share * 100}%` }}>
              {scale.label}
            </span>
          </div>
          <figcaption>
            <span className={styles.title}>{titles[layer]}</span>
            {layer === 'change' && <ChangeLegend result={result} />}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Below the change image: the later picture in grey, and lines over what was not observed. */
function Unobserved({ addresses: { after, unobserved } }: { addresses: ReportPictureAddresses }) {
  return (
    <>
      {after !== undefined && <img className={styles.ground} src={after} alt="" />}
      {unobserved !== undefined && (
        <div
          className={styles.unobserved}
          style={{ backgroundImage: unobservedHatching, maskImage: `url("${unobserved}")` }}
        />
      )}
    </>
  );
}

function Numbers({ patches, result }: { patches: readonly RunPatch[]; result: RunResult }) {
  return patches.map(({ id, centroid }) => {
    const [x, y] = placeInPicture(centroid, result.bbox);
    return (
      <span
        key={id}
        className={styles.number}
        style={{ insetInlineStart: `${x * 100}%`, insetBlockStart: `${y * 100}%` }}
        aria-hidden="true"
      >
        {id}
      </span>
    );
  });
}
