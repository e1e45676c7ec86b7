import { simulatedSceneCredit } from '@refugia/contract/basemap-sources.ts';
import type { RunLayer } from '@refugia/contract/habitat-patrol/run-kinds.ts';
import type { RunResult } from '@refugia/contract/habitat-patrol/runs.ts';
import { limits } from '@refugia/contract/limits.ts';
import { areaBounds } from '@refugia/engine/geo/bounds.ts';
import { AreaOutline } from '../../../map/overlays/area-outline.tsx';
import { RasterOverlay } from '../../../map/overlays/raster-overlay.tsx';
import { SwipeClip } from '../../../map/overlays/swipe-clip.tsx';
import { WhenDrawn } from '../../../map/overlays/when-drawn.tsx';
import { hasClassColours } from '../result/change-legend.tsx';
import { PatchPointer } from '../result/patch-pointer.tsx';
import type { ResultTools } from '../result/use-result-tools.ts';
import type { PatrolState } from '../state/patrol-state.ts';

interface PatrolLayersProps {
  state: PatrolState;
  onDrawn: () => void;
  tools: ResultTools;
  /** While the area is edited, the editor draws its outline. */
  isEditing: boolean;
  /** Whether hovering shows what lies under the pointer, as long as nothing is being drawn. */
  isPointing: boolean;
}

/**
 * The layers above the base map: the pictures of a result with change on top, and the area's
 * outline.
 */
export function PatrolLayers({ state, onDrawn, tools, isEditing, isPointing }: PatrolLayersProps) {
  if (state.phase === 'empty' && state.refused) {
    return <AreaOutline key="refused" id="refused" area={state.refused} isRefused />;
  }
  if (!('area' in state)) return null;
  const { area } = state;
  if (state.phase !== 'shown') return isEditing ? null : <AreaOutline id="interest" area={area} />;
  const { result, opacities } = state;
  const layers: [RunLayer, string][] = [
    ['before', result.beforeImg],
    ['after', result.afterImg],
    ['change', changeTiles(result, tools)],
  ];
  return (
    <>
      {layers.map(([layer, tiles]) => (
        <RasterOverlay
          key={`${result.id}-${layer}`}
          id={`${result.id}-${layer}`}
          tiles={tiles}
          bounds={areaBounds(area)}
          opacity={opacities[layer] / limits.habitatPatrol.opacityMax}
          isCategorical={layer === 'change'}
          attribution={imageryCredit(result)}
        />
      ))}
      {tools.swipeShare !== null && (
        <SwipeClip
          id={result.id}
          layers={[
            `raster-${result.id}-before`,
            `raster-${result.id}-after`,
            // Change lies between the picture after and this layer, so the swipe clips it with that
            // picture.
            'area-interest-casing',
          ]}
          share={tools.swipeShare}
        />
      )}
      {!isEditing && <AreaOutline id="interest" area={area} isFilled={false} />}
      {hasClassColours(result) && isPointing && opacities.change > 0 && (
        <PatchPointer
          result={result}
          hidden={tools.hiddenKinds}
          chosen={tools.patch}
          onChoose={tools.onPatchMark}
        />
      )}
      <WhenDrawn milliseconds={readingMilliseconds} onDrawn={onDrawn} />
      {tools.details && <AreaOutline id="patch" area={tools.details.geometry} isFilled={false} />}
    </>
  );
}

/** The time in which a person can read the sentence about a new result. */
const readingMilliseconds = 5_000;

/**
 * The template of the change image's tiles, without the kinds that are hidden. The outline is the
 * server's default, but browsers may still keep filled tiles of the plain address.
 */
function changeTiles(
  { changeImg, kinds_on_map, statistics }: RunResult,
  { hiddenKinds }: ResultTools,
): string {
  const isPart = kinds_on_map && hiddenKinds.length > 0;
  const shown = statistics.kinds
    .map(({ kind }) => kind)
    .filter((kind) => !hiddenKinds.includes(kind));
  return `${changeImg}?outline=true${isPart ? `&kinds=${shown.join(',')}` : ''}`;
}

function imageryCredit({ imagery }: RunResult): string {
  return imagery.mode === 'demo'
    ? simulatedSceneCredit
    : 'Contains modified Copernicus Sentinel data';
}
