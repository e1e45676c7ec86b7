import { areaBounds } from '@refugia/contract/area-measures.ts';
import type { AnalysisResult, RunLayer } from '@refugia/contract/habitat-patrol.ts';
import { limits } from '@refugia/contract/limits.ts';
import { AreaOutline } from '../../map/area-outline.tsx';
import { RasterOverlay } from '../../map/raster-overlay.tsx';
import type { PatrolState } from './patrol-state.ts';

interface PatrolLayersProps {
  state: PatrolState;
  /** Whoever edits the area draws its outline, too. */
  isEditing: boolean;
}

/** What lies above the base map: the pictures of a result, change on top, and the area's outline. */
export function PatrolLayers({ state, isEditing }: PatrolLayersProps) {
  if (!('area' in state)) return null;
  const { area } = state;
  if (state.phase !== 'shown') return isEditing ? null : <AreaOutline id="interest" area={area} />;
  const { result, opacities } = state;
  const layers: [RunLayer, string][] = [
    ['before', result.beforeImg],
    ['after', result.afterImg],
    ['change', result.changeImg],
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
      {!isEditing && <AreaOutline id="interest" area={area} isFilled={false} />}
    </>
  );
}

function imageryCredit({ imagery }: AnalysisResult): string {
  return imagery.mode === 'demo'
    ? 'Simulated imagery (Refugia)'
    : 'Contains modified Copernicus Sentinel data';
}
