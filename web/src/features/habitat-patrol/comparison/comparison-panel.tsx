import type { RunComparison } from '@refugia/contract/habitat-patrol/run-comparison.ts';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { Link } from '../../../ui/actions/link.tsx';
import { PanelSection } from '../../../ui/layout/panel.tsx';
import { SideNote, Text } from '../../../ui/style/typography.tsx';
import { resultAddress } from '../address/run-addresses.ts';
import { formatDate } from '../format.ts';
import { type ComparedIds, comparisonFileAddress } from '../patrol/comparison-api.ts';
import downloads from '../result/downloads.module.css';

/** The two runs of a comparison, each with a link to it, and what to bear in mind. */
export function ComparedRuns({ comparison }: { comparison: RunComparison }) {
  const areaText = useAreaTexts();
  const { earlier, later, totals, common_hectares } = comparison;
  const { elsewhere } = totals;
  const runs = [
    { word: 'Earlier', run: earlier },
    { word: 'Later', run: later },
  ];
  return (
    <PanelSection>
      {runs.map(({ word, run: { id, name, before_date, after_date } }) => (
        <Text key={id} number={2}>
          {word}: <Link href={resultAddress(id)}>{name}</Link>, {formatDate(before_date)} –{' '}
          {formatDate(after_date)}
        </Text>
      ))}
      <SideNote>
        Both looked at {areaText(common_hectares)}. Patches are the same if they share 30 % of the
        smaller one.
        {elsewhere.patches > 0 &&
          ` ${areaText(elsewhere.hectares)} of change lie where only one of them looked, and are not compared.`}
        {earlier.method !== later.method &&
          ' They used different methods, which do not see the same change.'}
      </SideNote>
    </PanelSection>
  );
}

export function ComparisonDownload({ ids }: { ids: ComparedIds }) {
  return (
    <PanelSection>
      <Text number={2}>
        All patches as{' '}
        <a className={downloads.file} href={comparisonFileAddress(ids)} download>
          GeoJSON
        </a>
      </Text>
    </PanelSection>
  );
}
