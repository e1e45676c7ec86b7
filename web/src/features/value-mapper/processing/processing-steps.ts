import {
  valueMapperErrorLabels as labels,
  type ValueMapperErrorLabel,
} from '@refugia/contract/value-mapper/errors.ts';
import type {
  RasterStep,
  ValuedRasterStep,
  ValueRaster,
} from '@refugia/contract/value-mapper/rasters.ts';
import { RequestRefusedError } from '../../../lib/api-errors.ts';
import { shownPercent } from '../../../ui/files/upload-texts.ts';
import { fetchLayer } from '../calls/calls.ts';
import {
  deleteValuedRaster,
  fetchRaster,
  fetchValuedRaster,
  processRaster,
  processValuedRaster,
  type StepChoices,
  storeValuation,
} from '../calls/raster-calls.ts';
import { unfinishedValued } from '../state/map-layer.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import type { RunnerStep } from '../workspace/step-runner.ts';
import type { Workspace } from '../workspace/use-workspace.ts';

/** A person's choices since a step failed. */
export interface RasterChoices {
  current: StepChoices;
}

const serverSteps: readonly {
  readonly id: RasterStep;
  readonly name: string;
  readonly label: ValueMapperErrorLabel;
}[] = [
  { id: 'metadata', name: 'Extract metadata', label: labels.extractMetadata },
  { id: 'crs', name: 'Process coordinate reference systems', label: labels.processCrs },
  { id: 'geospatial', name: 'Calculate geospatial attributes', label: labels.calculateGeospatial },
  { id: 'img', name: 'Generate the image', label: labels.generateImage },
];

/** The six steps from an uploaded file to its picture on the map. */
export function rasterSteps(
  workspace: Workspace,
  layerId: number,
  rasterId: number,
  choices: RasterChoices,
): readonly RunnerStep[] {
  const { store, images, find } = workspace;
  const shareOf = (step: RasterStep) => async () => {
    const { processing } = await fetchRaster(rasterId);
    return processing.step === step ? processing.share : null;
  };
  const put = (raster: ValueRaster): void => {
    // A picture that is on the map already does not load again, so nothing may wait for it.
    if (store.layer(layerId)?.raster?.tiles?.data !== raster.tiles?.data) images.forget(layerId);
    store.putRaster(raster);
  };
  return [
    ...serverSteps.map(
      ({ id, name, label }): RunnerStep => ({
        id,
        name,
        label,
        async run(tell, signal) {
          const { epsg } = choices.current;
          if (id !== 'crs' && epsg !== undefined) {
            // Without the code the step would fail again. It is sent only once, because the server
            // begins anew each time.
            choices.current = { ...choices.current, epsg: undefined };
            await processRaster(rasterId, 'crs', { epsg }, signal);
          }
          const sent = choicesOf(id, choices.current);
          const work = processRaster(rasterId, id, sent, signal);
          const raster = await followProgress(work, shareOf(id), tell);
          // The server has removed the values of the former numbers.
          if (Object.keys(sent).length > 0) store.putValued(layerId, null);
          put(raster);
          if (raster.coarse && raster.bounding_box) find(raster.bounding_box);
        },
      }),
    ),
    {
      id: 'load',
      name: 'Load the raster data',
      label: labels.loadRaster,
      async run(_tell, signal) {
        const [raster, layer] = await Promise.all([
          fetchRaster(rasterId, signal),
          // The file may have told the layer's unit.
          fetchLayer(layerId, signal),
        ]);
        store.putLayer(layer);
        put(raster);
        if (raster.bounding_box !== null) find(raster.bounding_box);
      },
    },
    fetchImage(workspace, layerId, labels.fetchImage),
  ];
}

/** The part of the choices that concerns a step. */
function choicesOf(step: RasterStep, { band, kind, epsg }: StepChoices): StepChoices {
  if (step === 'metadata') return { ...(band && { band }), ...(kind && { kind }) };
  if (step === 'crs') return { ...(epsg && { epsg }) };
  return {};
}

/**
 * The five steps from the settings of a valuation to its picture on the map.
 * @param settings null if they are stored already and the work continues
 */
export function valuedSteps(
  workspace: Workspace,
  layerId: number,
  settings: ValuationSettings | null,
): readonly RunnerStep[] {
  const { store } = workspace;
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
    fetchImage(workspace, layerId, labels.fetchValuedImage),
  ];
}

/** The step that waits until the map has drawn the layer, unless it is hidden. */
function fetchImage(
  { store, images, mapLayers }: Workspace,
  layerId: number,
  label: ValueMapperErrorLabel,
): RunnerStep {
  return {
    id: 'fetch',
    name: 'Fetch the image to the map',
    label,
    async run(_tell, signal) {
      mapLayers.current?.retry();
      const isShown = () => store.shownLayers().some(({ layer }) => layer.id === layerId);
      await images.loaded(() => (isShown() ? [layerId] : []), signal);
    },
  };
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

const pauseMilliseconds = 1_500;

/**
 * Waits for a call that answers when a long step is done, and reports the step's progress
 * meanwhile.
 * @param ask returns the progress from 0 to 1, or null while it is unknown; its failures are
 * ignored
 */
export async function followProgress<Reply>(
  work: Promise<Reply>,
  ask: () => Promise<number | null>,
  tell: (detail: string) => void,
): Promise<Reply> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  const follow = async () => {
    while (!isOver) {
      await Promise.race([pause(), over.catch(() => {})]);
      if (isOver) return;
      const share = await ask().catch(() => null);
      if (!isOver && share !== null && share > 0) tell(`${shownPercent(share)} %`);
    }
  };
  void follow();
  return over;
}
