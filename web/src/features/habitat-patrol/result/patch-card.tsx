import { confidenceText, likelyText } from '@refugia/contract/habitat-patrol/confidence.ts';
import { indexTexts, laterText } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { ChangeKind } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { PatchDetails, RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { placeInPicture } from '@refugia/engine/geo/picture-place.ts';
import { useQueryClient } from '@tanstack/react-query';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLanding } from '../../../lib/use-landing.ts';
import { outlineColor } from '../../../map/overlays/area-outline.tsx';
import { PanelButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import { showFailure } from '../../../ui/overlays/toast.tsx';
import { formatDate, formatPlace, formatShare } from '../format.ts';
import { fetchPatches } from '../patrol/result-api.ts';
import views from '../views.module.css';
import { AddToMap } from './add-to-map-modal.tsx';
import { hasClassColours, PatchKind } from './change-legend.tsx';
import styles from './patch-card.module.css';
import { PatchJudgement } from './patch-judgement.tsx';
import { Figure } from './result-statistics.tsx';
import { datingWords, usePatchDates, withLaterFacts } from './use-patch-dates.ts';
import type { ResultTools } from './use-result-tools.ts';

interface PatchCardProps {
  result: RunResult;
  patch: RunPatch;
  tools: ResultTools;
}

/**
 * One patch in place of the list: how it looked before and after, its figures, and what people say
 * of it.
 */
export function PatchCard({ result, patch: listed, tools }: PatchCardProps) {
  const dating = usePatchDates(result.id);
  const patch = withLaterFacts(dating, listed);
  const { card, step, swipe } = usePatchSteps({
    runId: result.id,
    patch,
    total: result.statistics.listed_patch_count,
    hidden: tools.hiddenKinds,
    onChoose: tools.onPatch,
  });
  // A patch that is opened by an address leaves the focus where it is.
  const [isArrival] = useState(tools.isArrival);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isArrival) title.current?.focus({ preventScroll: true });
  }, [isArrival]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each patch is shown from its pictures on
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'start' });
  }, [card, patch.id]);
  // A button that disappears under the focus leaves it here, where the arrow keys go on.
  useLanding(card, () => title.current);
  const total = result.statistics.listed_patch_count;
  const when = datingWords(dating, patch.id);
  const later = laterText(patch);
  return (
    <section ref={card} className={styles.card} aria-label={`Patch ${patch.id}`} {...swipe}>
      <div className={styles.head}>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          Patch {patch.id.toLocaleString('en-US')}{' '}
          <span className={styles.total}>of {total.toLocaleString('en-US')}</span>
        </h3>
        <IconButton
          icon={ChevronLeft}
          label="Previous patch"
          tip="Previous patch (←)"
          isDisabled={patch.id <= 1}
          onPress={() => void step(-1)}
        />
        <IconButton
          icon={ChevronRight}
          label="Next patch"
          tip="Next patch (→)"
          isDisabled={patch.id >= total}
          onPress={() => void step(1)}
        />
        <PanelButton onPress={() => tools.onPatchMark(null)}>All patches</PanelButton>
      </div>
      <PatchChips result={result} details={tools.details} />
      <PatchJudgement key={patch.id} runId={result.id} patch={patch.id} />
      <dl className={views.statistics}>
        <Figure name="What changed">
          <PatchKind patch={patch} isColoured={hasClassColours(result)} />
        </Figure>
        <Figure name="Size">
          <AreaSize hectares={patch.hectares} />
        </Figure>
        {patch.confidence !== undefined && (
          <Figure name="Confidence">
            {confidenceText(patch)}: {likelyText(patch.confidence)}
          </Figure>
        )}
        {when !== undefined && <Figure name="When">{when}</Figure>}
        {later !== undefined && <Figure name="Since then">{later}</Figure>}
        {indexTexts(patch).map(({ name, acronym, text }) => (
          <Figure key={acronym} name={`${name} (${acronym})`}>
            {text}
          </Figure>
        ))}
        <Figure name="Share of all change">
          {formatShare(patch.hectares / result.statistics.changed_hectares)}
        </Figure>
        <Figure name="A point in it">{formatPlace(...patch.centroid)}</Figure>
      </dl>
      <AddToMap result={result} patch={patch.id} />
    </section>
  );
}

interface PatchChipsProps {
  result: Pick<RunResult, 'before_date' | 'after_date'>;
  /** Null until it has loaded. */
  details: PatchDetails | null;
}

/** The units of the drawing over a chip. */
const drawingSize = 320;

/** A patch before and after, side by side: the same stretch, with the patch's outline. */
function PatchChips({ result, details }: PatchChipsProps) {
  const path = details && outlinePath(details.geometry, details.chip_bbox);
  const chips = [
    { layer: 'before', name: 'Before', date: result.before_date },
    { layer: 'after', name: 'After', date: result.after_date },
  ] as const;
  return (
    <div className={styles.chips}>
      {chips.map(({ layer, name, date }) => (
        <figure key={layer} className={styles.chip}>
          <div className={styles.picture}>
            {details && (
              <>
                <img
                  key={details.chips[layer]}
                  src={details.chips[layer]}
                  alt={`Patch ${details.patch.id} on ${formatDate(date)}`}
                  draggable={false}
                />
                <svg viewBox={`0 0 ${drawingSize} ${drawingSize}`} aria-hidden="true">
                  <path className={styles.casing} stroke={outlineColor.casing} d={path ?? ''} />
                  <path className={styles.line} stroke={outlineColor.usual} d={path ?? ''} />
                </svg>
              </>
            )}
          </div>
          <figcaption>
            {name} · {formatDate(date)}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function outlinePath(geometry: Polygon | MultiPolygon, box: PatchDetails['chip_bbox']): string {
  const place = (position: Position) =>
    placeInPicture(position, box)
      .map((share) => (share * drawingSize).toFixed(1))
      .join(' ');
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons
    .flat()
    .map((ring) => `M${ring.map(place).join('L')}Z`)
    .join('');
}

/** Patches are fetched in pages to find the next one that is shown. */
const pageSize = 50;
/** A shorter movement of a finger is no swipe. */
const swipePixels = 48;

interface PatchStepsOptions {
  runId: string;
  patch: RunPatch;
  total: number;
  /** Kinds that the map does not show, whose patches are passed over. */
  hidden: readonly ChangeKind[];
  onChoose: (patch: RunPatch) => void;
}

/** Steps to the previous and the next patch: by calls, arrow keys and a swipe. */
function usePatchSteps({ runId, patch, total, hidden, onChoose }: PatchStepsOptions) {
  const queries = useQueryClient();
  const card = useRef<HTMLElement>(null);
  const touchStart = useRef<{ x: number; y: number } | null>(null);

  async function step(by: 1 | -1): Promise<void> {
    try {
      const next = await neighbourOf(by);
      if (next) onChoose(next);
    } catch (cause) {
      showFailure(cause, 'The next patch could not be loaded.');
    }
  }

  async function neighbourOf(by: 1 | -1): Promise<RunPatch | undefined> {
    for (let number = patch.id + by; number >= 1 && number <= total; number += by) {
      const offset = Math.floor((number - 1) / pageSize) * pageSize;
      const { patches } = await queries.fetchQuery({
        queryKey: ['changedetection', 'patch-page', runId, offset],
        queryFn: ({ signal }) => fetchPatches(runId, { limit: pageSize, offset }, signal),
        staleTime: Number.POSITIVE_INFINITY,
      });
      const found = patches[number - 1 - offset];
      if (found && !hidden.includes(found.kind)) return found;
    }
    return undefined;
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const isElsewhere =
      target instanceof Node && target !== document.body && !card.current?.contains(target);
    const isTyping = target instanceof HTMLElement && target.matches('textarea, input, select');
    if (isElsewhere || isTyping) return;
    event.preventDefault();
    void step(by);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return {
    card,
    step,
    swipe: {
      onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
        // React tells of presses in a dialog that the card has opened, too.
        const isInside = target instanceof Node && card.current?.contains(target);
        touchStart.current = pointerType === 'touch' && isInside ? { x, y } : null;
      },
      onPointerUp({ clientX, clientY }: PointerEvent) {
        const start = touchStart.current;
        touchStart.current = null;
        if (start === null) return;
        const [across, along] = [clientX - start.x, clientY - start.y];
        if (Math.abs(across) < swipePixels || Math.abs(across) < 2 * Math.abs(along)) return;
        void step(across < 0 ? 1 : -1);
      },
      onPointerCancel() {
        touchStart.current = null;
      },
    },
  };
}
