import { formatDate } from '@refugia/contract/date-text.ts';
import { confidenceText } from '@refugia/contract/habitat-patrol/confidence.ts';
import { indexTexts } from '@refugia/contract/habitat-patrol/patch-texts.ts';
import type { ChangeKind } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunPatch } from '@refugia/contract/habitat-patrol/run-patches.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { wrapLongitude } from '@refugia/engine/geo/position.ts';
import { patchName } from '@refugia/engine/render/change-palette.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAreaTexts } from '../../../lib/area-units.ts';
import { usePointer } from '../../../map/canvas/use-pointer.ts';
import { MapTip } from '../../../map/controls/map-tip.tsx';
import { AreaSize } from '../../../ui/data/area-size.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { fetchPatchAt } from '../patrol/result-api.ts';
import { KindSwatch } from './change-legend.tsx';
import styles from './patch-pointer.module.css';

type Place = readonly [longitude: number, latitude: number];

interface PatchPointerProps {
  result: RunResult;
  /** Hidden kinds of change, whose patches do not react to the pointer. */
  hidden: readonly ChangeKind[];
  chosen: RunPatch | null;
  onChoose: (patch: RunPatch | null) => void;
}

/**
 * Shows the kind and the size of the patch under the pointer. A click marks the patch, or removes
 * the mark where there is none.
 */
export function PatchPointer({ result, hidden, chosen, onChoose }: PatchPointerProps) {
  const queries = useQueryClient();
  const areaText = useAreaTexts();
  const [hovered, setHovered] = useState<{ patch: RunPatch; place: Place } | null>(null);
  const { id, bbox } = result;

  async function find([longitude, latitude]: Place): Promise<RunPatch | null> {
    if (!isInBox([longitude, latitude], bbox)) return null;
    // Five decimals are about a metre, and no picture has finer pixels.
    const place = {
      longitude: wrapLongitude(longitude).toFixed(5),
      latitude: latitude.toFixed(5),
    };
    const { patch } = await queries.fetchQuery({
      queryKey: ['changedetection', 'patch-at', id, place],
      queryFn: ({ signal }) => fetchPatchAt(id, place, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
    });
    return patch !== null && hidden.includes(patch.kind) ? null : patch;
  }

  usePointer({
    onRest: async (place, isCurrent) => {
      // A failed request shows no tip. The list of patches has the same information.
      const patch = await find(place).catch(() => null);
      if (isCurrent()) setHovered(patch && { patch, place });
    },
    onMove: () => setHovered(null),
    onClick: async (place, isCurrent) => {
      const patch = await find(place).catch(() => undefined);
      if (!isCurrent() || patch === undefined) return;
      setHovered(null);
      onChoose(patch);
    },
  });

  const isOther = hovered !== null && hovered.patch.id !== chosen?.id;
  return (
    <>
      <p role="status" className={utilities.announced}>
        {chosen &&
          `Patch ${chosen.id}: ${patchName(chosen.kind, chosen.severity)}, ${areaText(chosen.hectares)}`}
      </p>
      {chosen && (
        <MapTip position={[(chosen.bbox[0] + chosen.bbox[2]) / 2, topOf(chosen)]}>
          <PatchWords patch={chosen} />
        </MapTip>
      )}
      {isOther && (
        <MapTip position={hovered.place}>
          <PatchWords patch={hovered.patch} isWhole />
        </MapTip>
      )}
    </>
  );
}

/** The map's longitudes continue beyond 180° in the next copy of the world. */
function isInBox([longitude, latitude]: Place, bbox: RunResult['bbox']): boolean {
  const [west, south, east, north] = bbox;
  const eastwards = (((longitude - west) % 360) + 360) % 360;
  return eastwards <= east - west && latitude >= south && latitude <= north;
}

interface PatchWordsProps {
  patch: RunPatch;
  /** Whether there is no card beside it that tells more. */
  isWhole?: boolean;
}

function PatchWords({ patch, isWhole = false }: PatchWordsProps) {
  const indices = isWhole ? indexTexts(patch) : [];
  const confidence = isWhole ? confidenceText(patch) : undefined;
  return (
    <span className={styles.words}>
      <span className={styles.line}>
        <KindSwatch of={patch.severity ?? patch.kind} />
        <strong>{patchName(patch.kind, patch.severity)}</strong>
        <AreaSize hectares={patch.hectares} />
      </span>
      {confidence && <span className={styles.line}>Confidence: {confidence}</span>}
      {isWhole && patch.first_seen && (
        <span className={styles.line}>Seen since {formatDate(patch.first_seen)}</span>
      )}
      {indices.length > 0 && (
        <span className={styles.line}>
          {indices.map(({ acronym, text }) => (
            <span key={acronym} className={styles.index}>
              {acronym} {text}
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

function topOf({ bbox: [west, south, east, north] }: RunPatch): number {
  return north + Math.max(east - west, north - south) * 0.15;
}
