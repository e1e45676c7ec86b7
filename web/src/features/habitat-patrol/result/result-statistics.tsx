import type { AnalysisResult } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatHectares, formatShare } from '../format.ts';
import { unseenText } from '../state/finding.ts';
import styles from '../views.module.css';
import { KindTable } from './kind-table.tsx';

interface ResultProps {
  result: AnalysisResult;
}

/** How much changed, or why that can't be said. */
export function ResultHeadline({ result: { statistics, change_occured } }: ResultProps) {
  const unseen = unseenText(statistics.clear_share);
  if (statistics.clear_share === 0) {
    return <Notice type="warning">{unseen} Choose other dates, or other scenes.</Notice>;
  }
  return (
    <>
      {unseen !== undefined && <Notice type="warning">{unseen}</Notice>}
      <dl className={styles.headline}>
        <div>
          <dt>Changed</dt>
          <dd>{formatHectares(statistics.changed_hectares)}</dd>
        </div>
        <div>
          <dt>of what was clear</dt>
          <dd>{formatShare(statistics.changed_share)}</dd>
        </div>
      </dl>
      {!change_occured && (
        <Notice type={statistics.changed_hectares > 0 ? 'message' : 'success'}>
          {statistics.changed_hectares > 0
            ? `All that changed between these dates are patches below ${formatHectares(limits.habitatPatrol.smallestChangeHectares)}, which count as no change.`
            : 'Good news: nothing changed between these dates where both could be seen.'}
        </Notice>
      )}
    </>
  );
}

/** Change by its kinds, and how much of the area could be seen at all. */
export function ResultFigures({ result }: ResultProps) {
  const { statistics } = result;
  return (
    <>
      {statistics.kinds.length > 0 && <KindTable result={result} />}
      <dl className={styles.statistics}>
        <Figure name="Clear on both dates" value={formatShare(statistics.clear_share)} />
        <Figure name="Area" value={formatHectares(statistics.area_hectares)} />
        {statistics.patch_count > 0 && (
          <Figure name="Largest patch" value={formatHectares(statistics.largest_patch_hectares)} />
        )}
        <Figure name="Pixel size" value={`${statistics.pixel_size_meters} m`} />
      </dl>
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
