import { valueMapperErrorLabels as labels } from '@refugia/contract/value-mapper/errors.ts';
import type { ValuedRasterStep } from '@refugia/contract/value-mapper/rasters.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import {
  deleteValuedRaster,
  fetchValuedRaster,
  processValuedRaster,
  storeValuation,
} from '../calls/rasters.ts';
import { unfinishedValued } from '../state/map-layer.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import type { RunnerStep } from '../workspace/step-runner.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { followProgress } from './follow-progress.ts';

/**
 * The five steps from the settings of a valuation to its picture on the map.
 * @param settings null if they are stored already and the work continues
 */
export function valuedSteps(
  { store, images, mapLayers }: Workspace,
  layerId: number,
  settings: ValuationSettings | null,
): readonly RunnerStep[] {
  let valuedId = 0;
  if (settings === null) {
    valuedId = unfinishedValued(store.layer(layerId)?.valued ?? null)?.id ?? 0;
  }
  const work = (id: ValuedRasterStep): RunnerStep['run'] => {
    const share = async () => {
      const { processing } = await fetchValuedRaster(valuedId);
      return processing.step === id ? processing.share : null;
    };
    return async (tell, signal) => {
      await followProgress(processValuedRaster(valuedId, id, signal), share, tell);
    };
  };
  return [
    {
      id: 'store',
      name: 'Store the valuation settings',
      label: labels.postValuedRaster,
      async run() {
        // A former valued raster stays until the server replaces it with the complete new one.
        if (settings !== null) valuedId = await storeValuation(layerId, settings);
      },
    },
    {
      id: 'genValRst',
      name: 'Build the valued raster',
      label: labels.buildValuedRaster,
      run: work('genValRst'),
    },
    {
      id: 'genValImg',
      name: 'Generate the valued image',
      label: labels.generateValuedImage,
      run: work('genValImg'),
    },
    {
      id: 'load',
      name: 'Load the valued raster data',
      label: labels.loadValuedRaster,
      async run(_tell, signal) {
        store.putValued(layerId, await fetchValuedRaster(valuedId, signal));
      },
    },
    {
      id: 'fetch',
      name: 'Fetch the image to the map',
      label: labels.fetchValuedImage,
      async run(_tell, signal) {
        mapLayers.current?.retry();
        const isShown = () => store.shownLayers().some(({ layer }) => layer.id === layerId);
        await images.loaded(() => (isShown() ? [layerId] : []), signal);
      },
    },
  ];
}

/** Removes the valuation of a layer, whether it is whole, half built or failed. */
export async function removeValuation({ store }: Workspace, layerId: number): Promise<void> {
  const valued = store.layer(layerId)?.valued;
  if (valued == null) return;
  // One that is to take its place would come later.
  if (valued.replacement !== null) await remove(valued.replacement.id);
  await remove(valued.id);
  store.putValued(layerId, null);
}

/** Deletes a valued raster. One that was replaced or deleted elsewhere meanwhile is gone already. */
async function remove(valuedId: number): Promise<void> {
  await deleteValuedRaster(valuedId).catch((error) => {
    if (!(error instanceof RequestRefusedError && error.status === 404)) throw error;
  });
}
