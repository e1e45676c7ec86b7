import { areaParts } from '@refugia/contract/area-text.ts';
import { type Confidence, confidenceNames } from '@refugia/contract/habitat-patrol/confidence.ts';
import type { Verdict } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MapPin, SignalHigh, SignalLow, SignalMedium } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useAreaUnits } from '../../../lib/area-units.ts';
import { useLanding } from '../../../lib/use-landing.ts';
import { TextButton, TryAgain } from '../../../ui/actions/button.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Spinner } from '../../../ui/media/spinner.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import { SideNote } from '../../../ui/style/typography.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { formatDate, formatPlace } from '../format.ts';
import { fetchPatches } from '../patrol/result-api.ts';
import { KindSwatch } from './change-legend.tsx';
import styles from './patch-list.module.css';
import { usePatchDates, withLaterFacts } from './use-patch-dates.ts';
import { countedVerdict, useVerdicts } from './use-verdicts.ts';
import { VerdictMark } from './verdict-summary.tsx';

interface PatchListProps {
  runId: string;
  isColoured: boolean;
  /** The number of the patch whose card was shown before the list, or null. */
  left: number | null;
  onChoose: (patch: RunPatch) => void;
}

const patchesPerStep = 10;

function placeOf({ centroid: [longitude, latitude] }: RunPatch): string {
  return formatPlace(longitude, latitude);
}

/** The largest patches of change. A press on one flies to its place. */
export function PatchList({ runId, isColoured, left, onChoose }: PatchListProps) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery({
      queryKey: ['changedetection', 'patches', runId],
      queryFn: ({ pageParam, signal }) =>
        fetchPatches(runId, { limit: patchesPerStep, offset: pageParam }, signal),
      initialPageParam: 0,
      getNextPageParam: ({ total }, pages) => {
        const shown = pages.reduce((count, page) => count + page.patches.length, 0);
        return shown < total && pages.at(-1)?.patches.length !== 0 ? shown : undefined;
      },
      staleTime: Number.POSITIVE_INFINITY,
    });
  const runVerdicts = useVerdicts(runId);
  const dating = usePatchDates(runId);
  const whole = useRef<HTMLDivElement>(null);
  // Who comes back from a card goes on at its row.
  useEffect(() => {
    if (left === null) return;
    const rows = [...(whole.current?.querySelectorAll<HTMLElement>('li button') ?? [])];
    const row = rows[left - 1] ?? rows.at(-1);
    row?.scrollIntoView({ block: 'nearest' });
    row?.focus({ preventScroll: true });
  }, [left]);
  // The button that shows more disappears when it is pressed, so the focus moves to the first new
  // row.
  useLanding(whole, (region) => {
    const buttons = [...region.querySelectorAll('button')];
    const first = ((data?.pages.length ?? 1) - 1) * patchesPerStep;
    return (isError ? buttons.at(-1) : buttons[first]) ?? null;
  });
  if (isPending) return <Spinner size="sm" label="Loading the patches" showLabel />;
  if (data === undefined) return <NotLoaded onRetry={() => void refetch()} />;
  const patches = data.pages.flatMap((page) => page.patches);
  return (
    <div ref={whole} className={styles.whole}>
      <ol className={styles.list} aria-label="Largest patches">
        {patches.map((patch) => (
          <li key={patch.id}>
            <AriaButton className={styles.patch} onPress={() => onChoose(patch)}>
              <span className={styles.rank}>{patch.id}</span>
              {isColoured && <KindSwatch of={patch.severity ?? patch.kind} />}
              <PatchFacts patch={withLaterFacts(dating, patch)} />
              <PatchSign verdict={countedVerdict(runVerdicts, patch.id)?.verdict ?? null} />
            </AriaButton>
          </li>
        ))}
      </ol>
      {(dating?.state === 'waiting' || dating?.state === 'running') && (
        <SideNote>Finding out when they changed: {Math.floor(100 * dating.share)} %</SideNote>
      )}
      {isError && !isFetchingNextPage && <NotLoaded onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (isFetchingNextPage || !isError) && (
        <TextButton isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          Show more of {data.pages[0]?.total.toLocaleString('en-US')}
        </TextButton>
      )}
    </div>
  );
}

function PatchSign({ verdict }: { verdict: Verdict | null }) {
  return (
    <span className={verdict === null ? styles.pin : styles.verdict}>
      {verdict === null ? <Icon of={MapPin} size="sm" /> : <VerdictMark verdict={verdict} />}
    </span>
  );
}

const bars = { low: SignalLow, medium: SignalMedium, high: SignalHigh };

function ConfidenceMark({ of }: { of: Confidence }) {
  return (
    <>
      <Icon of={bars[of]} size="sm" />
      <span className={styles.word}>
        {confidenceNames[of]}
        <span className={utilities.announced}> confidence</span> ·
      </span>{' '}
    </>
  );
}

/**
 * Two lines on a patch: its kind and size, and below its confidence, its first date or else its
 * place, and its size in the other unit. Where there is no room the severity and the other unit are
 * hidden, because a colour and a choice of units tell the same.
 */
export function PatchFacts({ patch }: { patch: RunPatch }) {
  const [first, second] = areaParts(patch.hectares, { units: useAreaUnits() });
  const kind = patchName(patch.kind);
  const severity = patchName(patch.kind, patch.severity).slice(kind.length);
  return (
    <span className={styles.facts}>
      <span className={styles.line}>
        <span className={styles.name}>
          {kind}
          <span className={styles.severity}>{severity}</span>
        </span>{' '}
        <span>{first}</span>
      </span>{' '}
      <span className={classNames(styles.line, styles.secondLine)}>
        <span className={styles.place}>
          {patch.confidence_class && <ConfidenceMark of={patch.confidence_class} />}
          <span>
            {patch.first_seen ? `Seen since ${formatDate(patch.first_seen)}` : placeOf(patch)}
          </span>
        </span>{' '}
        {second !== undefined && <span>({second})</span>}
      </span>
    </span>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice type="warning">
      The patches could not be loaded. <TryAgain onPress={onRetry} />
    </Notice>
  );
}
