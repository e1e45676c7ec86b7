import { valueMapperBase } from '@refugia/contract/value-mapper/calls.ts';
import type {
  PointValue,
  RasterFile,
  RasterHistogram,
  RasterKind,
  RasterStep,
  ValuedRasterStep,
  ValueRaster,
} from '@refugia/contract/value-mapper/rasters.ts';
import type { ValuedRaster } from '@refugia/contract/value-mapper/valued.ts';
import type { TileAddress } from '@refugia/engine/geo/web-mercator.ts';
import { type DataTile, decodeDataTile } from '@refugia/engine/render/data-tile.ts';
import type { LngLat } from '../../../map/places.ts';
import { storedPalette } from '../state/palettes.ts';
import type { ValuationSettings } from '../state/valuation-settings.ts';
import { callValueMapper } from './shared-link.ts';

const originals = `${valueMapperBase}/orig_rst_datasets_ctrl`;
const valuedOnes = `${valueMapperBase}/val_rst_datasets_ctrl`;
const rasterPath = (rasterId: number) => `${valueMapperBase}/rasters/${rasterId}`;

/** Fetches the rasters of a project. */
export const fetchRasters = (projectID: number, signal?: AbortSignal) =>
  callValueMapper<ValueRaster[]>(originals, { query: { projectID, type: 'all' }, signal });

/** Fetches a raster. */
export const fetchRaster = (rasterID: number, signal?: AbortSignal) =>
  callValueMapper<ValueRaster>(originals, { query: { rasterID, type: 'byID' }, signal });

/** Additions to the specification that a repeated step may send. */
export interface StepChoices {
  /** For the step `metadata`: the band's number, from 1. */
  readonly band?: number;
  readonly kind?: RasterKind;
  /** For the step `crs`: the EPSG code of a file that does not name its reference system. */
  readonly epsg?: number;
}

/** Asks for a step of processing, and waits until it is done. */
export const processRaster = (
  rasterID: number,
  type: RasterStep,
  choices: StepChoices,
  signal: AbortSignal,
) => {
  const query = { rasterID, type, ...choices };
  return callValueMapper<ValueRaster>(originals, { method: 'PUT', query, signal });
};

/** Fetches the valued rasters of a project. */
export const fetchValuedRasters = (projectID: number, signal?: AbortSignal) =>
  callValueMapper<ValuedRaster[]>(valuedOnes, { query: { projectID, type: 'all' }, signal });

/** Fetches a valued raster. */
export const fetchValuedRaster = (valRstDatasetID: number, signal?: AbortSignal) =>
  callValueMapper<ValuedRaster>(valuedOnes, { query: { valRstDatasetID, type: 'byID' }, signal });

/** Stores the settings of a valuation. @returns the new dataset's id */
export async function storeValuation(
  dataLayerID: number,
  { function: made, palette }: ValuationSettings,
): Promise<number> {
  const { valRstDatasetID } = await callValueMapper<{ valRstDatasetID: number }>(valuedOnes, {
    method: 'POST',
    query: {
      dataLayerID,
      colorPalette: JSON.stringify(storedPalette(palette)),
      fnType: made.type,
      fnCoeffs: 'coefficients' in made ? JSON.stringify(made.coefficients) : undefined,
      fnPoints: made.type === 'points' ? JSON.stringify(made.points) : undefined,
      classValues: made.type === 'class' ? JSON.stringify(made.values) : undefined,
    },
  });
  return valRstDatasetID;
}

/** Asks for a step of building a valued raster, and waits until it is done. */
export const processValuedRaster = (
  valRstDatasetID: number,
  type: ValuedRasterStep,
  signal?: AbortSignal,
) => callValueMapper(valuedOnes, { method: 'PUT', query: { valRstDatasetID, type }, signal });

/** Deletes a valued raster. */
export const deleteValuedRaster = (valRstDatasetID: number) =>
  callValueMapper(valuedOnes, { method: 'DELETE', query: { valRstDatasetID } });

/** Fetches the histogram of a raster. */
export const fetchHistogram = (rasterId: number, signal?: AbortSignal) =>
  callValueMapper<RasterHistogram>(`${rasterPath(rasterId)}/histogram`, { signal });

/** Fetches the value of a raster at a place. */
export const fetchValueAt = (rasterId: number, [longitude, latitude]: LngLat) =>
  callValueMapper<PointValue>(`${rasterPath(rasterId)}/value`, { query: { longitude, latitude } });

/**
 * Fetches a tile of numbers, or returns null where the raster has no data.
 * @param template with `{z}`, `{x}` and `{y}`
 */
export async function fetchDataTile(
  template: string,
  { z, x, y }: TileAddress,
  signal: AbortSignal,
): Promise<DataTile | null> {
  const path = template
    .replace('{z}', String(z))
    .replace('{x}', String(x))
    .replace('{y}', String(y));
  const blob = await callValueMapper<Blob | undefined>(path, { asFile: true, signal });
  if (blob === undefined || blob.size === 0) return null;
  return decodeDataTile(await blob.arrayBuffer());
}

/** Starts a download of a raster's file in the browser. */
export const downloadFile = (rasterId: number, file: RasterFile) =>
  download(`${rasterPath(rasterId)}/files/${file}/ticket`);

/** Starts a download. Its address works for a minute without the login token. */
export async function download(path: string): Promise<void> {
  type Ticket = { address: string; file_name: string };
  const { address, file_name } = await callValueMapper<Ticket>(path, { method: 'POST' });
  const link = document.createElement('a');
  link.href = address;
  link.download = file_name;
  link.click();
}
