import { confidenceNames } from '@refugia/contract/habitat-patrol/confidence.ts';
import type { Place, PlaceFinding } from '@refugia/contract/habitat-patrol/places.ts';
import { changePalette } from '@refugia/engine/render/change-palette.ts';
import { useQuery } from '@tanstack/react-query';
import { useAreaTexts } from '../../../../lib/area-units.ts';
import { Link } from '../../../../ui/actions/link.tsx';
import { List, ListItem } from '../../../../ui/data/list.tsx';
import { RetryNotice } from '../../../../ui/overlays/notice.tsx';
import { PartHeading, SideNote, Text } from '../../../../ui/style/typography.tsx';
import utilities from '../../../../ui/style/utilities.module.css';
import { patchAddress } from '../../address/run-addresses.ts';
import { placeFindingsQuery, useViewKey } from '../../patrol/places-api.ts';
import { findingStateText } from './watch-text.ts';

const reloadMilliseconds = 60_000;

/** What watched looks at a place have found, the latest first. */
export function PlaceFindings({ place: { id, watch } }: { place: Place }) {
  const { data, isError, refetch } = useQuery({
    ...placeFindingsQuery(id, useViewKey()),
    refetchInterval: watch.every === 'off' ? false : reloadMilliseconds,
  });
  if (watch.every === 'off' && !data?.length) return null;
  return (
    <section className={utilities.stack} aria-label="Findings">
      <PartHeading level={2}>Findings</PartHeading>
      {isError && (
        <RetryNotice onRetry={() => void refetch()}>The findings could not be loaded.</RetryNotice>
      )}
      {data?.length === 0 && <Text tone="soft">Watching has found no change here yet.</Text>}
      <List kind="divided">
        {data?.map((finding) => (
          <FindingRow key={finding.id} finding={finding} />
        ))}
      </List>
    </section>
  );
}

function FindingRow({ finding }: { finding: PlaceFinding }) {
  const areaText = useAreaTexts();
  const { kind, hectares, confidence, run_id, patch } = finding;
  const name = `${changePalette[kind].name}, ${areaText(hectares)}`;
  return (
    <ListItem>
      {run_id === null ? name : <Link href={patchAddress(run_id, patch)}>{name}</Link>}
      <SideNote>
        {findingStateText(finding)} · {confidenceNames[confidence]} confidence
      </SideNote>
    </ListItem>
  );
}
