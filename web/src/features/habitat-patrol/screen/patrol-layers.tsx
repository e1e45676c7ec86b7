import { areaBounds } from '@refugia/contract/area-measures.ts';
import { simulatedSceneCredit } from '@refugia/contract/basemap-sources.ts';
import type { AnalysisResult, ChangeKind, RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import type { Polygon } from 'geojson';
import { AreaOutline } from '../../../map/area-outline.tsx';
import { RasterOverlay } from '../../../map/raster-overlay.tsx';
import { SwipeClip } from '../../../map/swipe-clip.tsx';
import { PatchPointer } from '../result/patch-pointer.tsx';
import type { ResultTools } from '../result/use-result-tools.ts';
import type { PatrolState } from '../state/patrol-state.ts';

interface PatrolLayersProps {
  state: PatrolState;
  tools: ResultTools;
  /** Whoever edits the area draws its outline, too. */
  isEditing: boolean;
  /** Whether the pointer is free to ask what lies under it: nothing is being drawn. */
  isPointing: boolean;
}

/** What lies above the base map: the pictures of a result, change on top, and the area's outline. */
export function PatrolLayers({ state, tools, isEditing, isPointing }: PatrolLayersProps) {
  if (!('area' in state)) return null;
  const { area } = state;
  if (state.phase !== 'shown') return isEditing ? null : <AreaOutline id="interest" area={area} />;
  const { result, opacities } = state;
  const layers: [RunLayer, string][] = [
    ['before', result.beforeImg],
    ['after', result.afterImg],
    ['change', changeTiles(result, tools.hiddenKinds)],
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
            `raster-${result.id}-change`,
          ]}
          share={tools.swipeShare}
        />
      )}
      {!isEditing && <AreaOutline id="interest" area={area} isFilled={false} />}
      {result.kinds_on_map && isPointing && opacities.change > 0 && (
        <PatchPointer
          result={result}
          hidden={tools.hiddenKinds}
          chosen={tools.patch}
          onChoose={tools.onPatchMark}
        />
      )}
      {tools.patch && <AreaOutline id="patch" area={boxOf(tools.patch.bbox)} isFilled={false} />}
    </>
  );
}

/** The template of the change image's tiles, without the kinds that are hidden. */
function changeTiles(
  { changeImg, kinds_on_map, statistics }: AnalysisResult,
  hidden: readonly ChangeKind[],
): string {
  if (!kinds_on_map || hidden.length === 0) return changeImg;
  const shown = statistics.kinds.map(({ kind }) => kind).filter((kind) => !hidden.includes(kind));
  return `${changeImg}?kinds=${shown.join(',')}`;
}

function imageryCredit({ imagery }: AnalysisResult): string {
  return imagery.mode === 'demo'
    ? simulatedSceneCredit
    : 'Contains modified Copernicus Sentinel data';
}

/** The rectangle around a patch, a little wider so that the patch itself stays free. */
function boxOf([west, south, east, north]: [number, number, number, number]): Polygon {
  const margin = Math.max(east - west, north - south) * 0.15;
  const [left, bottom, right, top] = [west - margin, south - margin, east + margin, north + margin];
  const ring = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
  return { type: 'Polygon', coordinates: [ring] };
}
