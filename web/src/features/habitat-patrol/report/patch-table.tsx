import { confidenceMeaning, confidenceText } from '@refugia/contract/habitat-patrol/confidence.ts';
import { indexTexts } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { PatchVerdict } from '@refugia/contract/habitat-patrol/patch-verdicts.ts';
import type { PatchPage } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { verdictNames } from '@refugia/contract/habitat-patrol/verdict-texts.ts';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote } from '../../../ui/style/typography.tsx';
import { formatDate, formatPlace } from '../format.ts';
import { hasClassColours, PatchKind } from '../result/change-legend.tsx';
import { countedVerdict, useVerdicts } from '../result/use-verdicts.ts';
import views from '../views.module.css';
import styles from './report.module.css';

/** The largest patches as rows of a printed table, each with a place to go to. */
export function PatchTable({ result, page }: { result: RunResult; page: PatchPage }) {
  const { patches } = page;
  const count = result.statistics.patch_count;
  const runVerdicts = useVerdicts(result.id);
  const isDated = patches.some(({ first_seen }) => first_seen !== undefined);
  const isSure = patches.some(confidenceText);
  const isJudged = runVerdicts !== undefined && runVerdicts.verdicts.length > 0;
  const indices = [...new Set(patches.flatMap(indexTexts).map(({ acronym }) => acronym))];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the table is wider than the screen, and keys have to move it, too. */}
      <section aria-label="Largest patches" className={styles.wide} tabIndex={0}>
        <table className={classNames(views.table, styles.patches)}>
          <thead>
            <tr>
              <th scope="col">No.</th>
              <th scope="col">Kind</th>
              <th scope="col">Area</th>
              {indices.map((acronym) => (
                <th key={acronym} scope="col">
                  {acronym}
                </th>
              ))}
              {isSure && <th scope="col">Confidence</th>}
              {isDated && <th scope="col">First seen changed</th>}
              <th scope="col">A point in it</th>
              {isJudged && <th scope="col">Verdict and note</th>}
            </tr>
          </thead>
          <tbody>
            {patches.map((patch) => (
              <tr key={patch.id}>
                <th scope="row">{patch.id}</th>
                <td>
                  <PatchKind patch={patch} isColoured={hasClassColours(result)} />
                </td>
                <td>
                  <AreaSize hectares={patch.hectares} />
                </td>
                {indices.map((acronym) => (
                  <td key={acronym}>
                    {indexTexts(patch).find((each) => each.acronym === acronym)?.text}
                  </td>
                ))}
                {isSure && <td>{confidenceText(patch)}</td>}
                {isDated && <td>{patch.first_seen && formatDate(patch.first_seen)}</td>}
                <td>{formatPlace(...patch.centroid)}</td>
                {isJudged && <td>{verdictText(countedVerdict(runVerdicts, patch.id))}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {isSure && <SideNote>{confidenceMeaning}</SideNote>}
      {patches.length < count && (
        <SideNote>
          The largest {patches.length} of {count.toLocaleString('en-US')}. The downloads of the
          result hold the others.
        </SideNote>
      )}
    </>
  );
}

function verdictText(counted: PatchVerdict | undefined): string {
  if (counted === undefined) return '';
  const { verdict, note } = counted;
  return [verdict === null ? '' : verdictNames[verdict], note].filter(Boolean).join(': ');
}
