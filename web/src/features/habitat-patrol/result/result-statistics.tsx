import { findingOf } from '@refugia/contract/habitat-patrol/finding.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { ReactNode } from 'react';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { formatShare } from '../format.ts';
import styles from '../views.module.css';
import { shareNames } from './change-legend.tsx';
import { KindTable, SeverityTable } from './kind-table.tsx';

interface ResultProps {
  result: RunResult;
}

/** What was found, in the words of the list of runs, and how large a share that is. */
export function ResultHeadline({ result }: ResultProps) {
  const { statistics, change_occured } = result;
  const { headline, detail } = findingOf({ change_occured, ...statistics }, useAreaTexts());
  const { changed_hectares, changed_share, clear_share, area_hectares } = statistics;
  return (
    <>
      <p className={styles.finding}>{headline}</p>
      {detail !== undefined && (
        <Notice type="warning">
          {detail}.{' '}
          {clear_share === 0
            ? 'Choose other dates, or other scenes.'
            : 'The rest may have changed as well.'}
        </Notice>
      )}
      {change_occured && (
        <dl className={styles.headline}>
          <Figure name={shareNames.ofClear}>{formatShare(changed_share)}</Figure>
          <Figure name={shareNames.ofArea}>{formatShare(changed_hectares / area_hectares)}</Figure>
        </dl>
      )}
      {!change_occured && changed_hectares > 0 && (
        <Notice>
          All that changed between these dates are patches below{' '}
          <AreaSize hectares={result.parameters.smallest_change_hectares} />, which count as no
          change. The map and the downloads have them.
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
      <Figure name="Clear on both dates">{formatShare(statistics.clear_share)} of the area</Figure>
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

/** A fact in a list of facts: its name, and its value. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
