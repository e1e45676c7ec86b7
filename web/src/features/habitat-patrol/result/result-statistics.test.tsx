import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { KindFilter } from './change-legend.tsx';
import { KindTable } from './kind-table.tsx';
import { ResultHeadline, ResultMeasures } from './result-statistics.tsx';

/** Of 1,000 hectares 550 were clear, and 11 changed: 2 % of what was clear, 1.1 % of the area. */
const result = {
  kinds_on_map: true,
  change_occured: true,
  parameters: { smallest_change_hectares: 0.5 },
  statistics: {
    area_hectares: 1_000,
    clear_hectares: 550,
    clear_share: 0.55,
    changed_hectares: 11,
    changed_share: 0.02,
    patch_count: 1,
    largest_patch_hectares: 11,
    pixel_size_meters: 10,
    kinds: [{ kind: 'burn', hectares: 11, share: 1, patch_count: 1 }],
    listed_patch_count: 1,
  },
} as unknown as RunResult;

/** The texts of a view, each between two bars. */
const textsOf = (view: ReactNode) => renderToStaticMarkup(view).replaceAll(/(<[^>]*>)+/g, '|');

test('each share is named with the whole that it is a share of', () => {
  expect(textsOf(<ResultHeadline result={result} />)).toContain(
    'changed in the 55 % that was clear|Share of what was clear|2 %|Share of the area|1.1 %|',
  );
  expect(textsOf(<ResultMeasures result={result} />)).toContain('|55 % of the area|');
  expect(textsOf(<KindTable result={result} />)).toMatch(/\|Share of the area\|.*\|1\.1 %\|$/);
  for (const hidden of [[], ['burn' as const]]) {
    const legend = textsOf(<KindFilter result={result} hidden={hidden} onChange={() => {}} />);
    expect(legend).toContain('|Size · Share of the area|');
    expect(legend).toMatch(
      /Burn\|1 patch\|.*\|1\.1 %\|Unchanged\|.*\|53\.9 %\|Not observed\|.*\|45 %\|$/,
    );
  }
});

test.each([
  [0.55, 'No change found in the 55 % that was clear'],
  [0.45, '55 % of the area was not observed'],
  [0, 'Nothing was clear on both dates'],
])(
  'no change is told in one voice, without praise, where %d was clear',
  (clear_share, headline) => {
    const statistics = { ...result.statistics, clear_share, changed_hectares: 0, changed_share: 0 };
    const unchanged = { ...result, change_occured: false, statistics };
    const html = renderToStaticMarkup(<ResultHeadline result={unchanged} />);
    expect(html).toContain(`>${headline}</p>`);
    expect(html).not.toMatch(/success|[Gg]ood news|Share of/);
  },
);
