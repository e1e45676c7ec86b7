import {
  valueMapperErrorLabels as labels,
  type ValueMapperErrorLabel,
} from '@refugia/contract/value-mapper/errors.ts';
import type { RasterStep, ValueRaster } from '@refugia/contract/value-mapper/rasters.ts';
import { fetchRaster, processRaster, type StepChoices } from '../calls/rasters.ts';
import type { RunnerStep } from '../workspace/step-runner.ts';
import type { Workspace } from '../workspace/use-workspace.ts';
import { followProgress } from './follow-progress.ts';

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
  { store, images, mapLayers, find }: Workspace,
  layerId: number,
  rasterId: number,
  choices: RasterChoices,
): readonly RunnerStep[] {
  const shareOf = (step: RasterStep) => async () => {
    const { processing } = await fetchRaster(rasterId);
    return processing.step === step ? processing.share : null;
  };
  const put = (raster: ValueRaster): void => {
    // Only a new picture loads again. To wait for one that is on the map already would not end.
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
            await processRaster(rasterId, 'crs', { choices: { epsg }, signal });
          }
          const sent = choicesOf(id, choices.current);
          const work = processRaster(rasterId, id, { choices: sent, signal });
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
        const raster: ValueRaster = await fetchRaster(rasterId, signal);
        put(raster);
        if (raster.bounding_box !== null) find(raster.bounding_box);
      },
    },
    {
      id: 'fetch',
      name: 'Fetch the image to the map',
      label: labels.fetchImage,
      async run(_tell, signal) {
        mapLayers.current?.retry();
        const isShown = () => store.shownLayers().some(({ layer }) => layer.id === layerId);
        await images.loaded(() => (isShown() ? [layerId] : []), signal);
      },
    },
  ];
}

/** The part of the choices that concerns a step. */
function choicesOf(step: RasterStep, { band, kind, epsg }: StepChoices): StepChoices {
  if (step === 'metadata') return { ...(band && { band }), ...(kind && { kind }) };
  if (step === 'crs') return { ...(epsg && { epsg }) };
  return {};
}
