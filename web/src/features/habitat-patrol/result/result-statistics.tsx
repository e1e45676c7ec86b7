import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { ReactNode } from 'react';
import { AreaSize } from '../../../ui/area-size.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { formatShare } from '../format.ts';
import { unseenText } from '../state/finding.ts';
import styles from '../views.module.css';
import { KindTable, SeverityTable } from './kind-table.tsx';

interface ResultProps {
  result: AnalysisResult;
}

/** How much changed, or why that can't be said. */
export function ResultHeadline({
  result: { statistics, change_occured, parameters },
}: ResultProps) {
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
          <dd>
            <AreaSize hectares={statistics.changed_hectares} />
          </dd>
        </div>
        <div>
          <dt>of what was clear</dt>
          <dd>{formatShare(statistics.changed_share)}</dd>
        </div>
      </dl>
      {!change_occured && (
        <Notice type={statistics.changed_hectares > 0 ? 'message' : 'success'}>
          {statistics.changed_hectares > 0 ? (
            <>
              All that changed between these dates are patches below{' '}
              <AreaSize hectares={parameters.smallest_change_hectares} />, which count as no change.
              The map and the downloads have them.
            </>
          ) : (
            'Good news: nothing changed between these dates where both could be seen.'
          )}
        </Notice>
      )}
    </>
  );
}

/**
 * The figures of a report: change by its severity and kinds, and the observed share of the area.
 */
export function ResultFigures({ result }: ResultProps) {
  return (
    <>
      <SeverityTable result={result} />
      <KindTable result={result} />
      <ResultMeasures result={result} />
    </>
  );
}

/** The observed share of the area, and the size of the pixels. */
export function ResultMeasures({ result: { statistics } }: ResultProps) {
  return (
    <dl className={styles.statistics}>
      <Figure name="Clear on both dates">{formatShare(statistics.clear_share)}</Figure>
      <Figure name="Area">
        <AreaSize hectares={statistics.area_hectares} />
      </Figure>
      {statistics.patch_count > 0 && (
        <Figure name="Largest patch">
          <AreaSize hectares={statistics.largest_patch_hectares} />
        </Figure>
      )}
      <Figure name="Pixel size">{statistics.pixel_size_meters} m</Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
