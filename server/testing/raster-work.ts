import { once } from 'node:events';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rasterSteps, valuedRasterSteps } from '@refugia/contract/value-mapper/rasters.ts';
import { createProcesses, type RunningServer } from './processes.ts';
import {
  registerServedPerson,
  type ServedPerson,
  type ServedRaster,
} from './served-value-mapper.ts';
import { blackToWhite } from './value-mapper-calls.ts';

/** How a server is ended in the middle of its work. */
export type Ending = 'SIGKILL' | 'SIGINT' | 'SIGTERM';

/** Raster work of one person on a server that is a process group of its own, and can be ended. */
export interface RasterWork {
  readonly owner: ServedPerson;
  readonly folder: string;
  /** Kills the server, or signals its whole group, waits for its end, and starts it again. */
  endAndStart(ending: Ending): Promise<void>;
  findRaster(rasterID: number): Promise<ServedRaster>;
  findValued(valRstDatasetID: number): Promise<ServedRaster>;
  /** Waits for all steps of a raster. */
  processRaster(rasterID: number): Promise<ServedRaster>;
  /** Waits for all steps of a valued raster. */
  processValued(valRstDatasetID: number): Promise<ServedRaster>;
  /** Values the layer by a straight line A t + C. */
  postValuation(dataLayerID: number, A: number): Promise<number>;
  /** The names of all stored files, without folders; none while one of them is being removed. */
  storedFiles(): Promise<string[]>;
  close(): Promise<void>;
}

export const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Starts a server on a new folder, and registers a person. */
export async function startRasterWork(): Promise<RasterWork> {
  const processes = createProcesses();
  const folder = await mkdtemp(join(tmpdir(), 'refugia-ended-'));
  let server: RunningServer;
  const start = async () => {
    server = await processes.startServer({ DATA_DIR: folder }, [], { ownsGroup: true });
  };
  await start();
  const owner = await registerServedPerson({
    addressNow: () => server.address,
    dataDirectory: folder,
  });
  const findRaster = (rasterID: number) =>
    owner.ask<ServedRaster>('GET', 'orig_rst_datasets_ctrl', { type: 'byID', rasterID });
  const findValued = (valRstDatasetID: number) =>
    owner.ask<ServedRaster>('GET', 'val_rst_datasets_ctrl', { type: 'byID', valRstDatasetID });
  return {
    owner,
    folder,
    findRaster,
    findValued,
    async endAndStart(ending) {
      const { child } = server;
      const exit = once(child, 'exit');
      if (ending === 'SIGKILL') child.kill(ending);
      else {
        // The terminal signals the whole group, and npm repeats the signal to the server.
        process.kill(-child.pid!, ending);
        child.kill(ending);
      }
      const [code] = await exit;
      if (ending !== 'SIGKILL' && code !== 0) throw new Error(`${ending} ended with code ${code}`);
      await start();
    },
    async processRaster(rasterID) {
      for (const type of rasterSteps)
        await owner.ask('PUT', 'orig_rst_datasets_ctrl', { type, rasterID });
      return await findRaster(rasterID);
    },
    async processValued(valRstDatasetID) {
      for (const type of valuedRasterSteps)
        await owner.ask('PUT', 'val_rst_datasets_ctrl', { type, valRstDatasetID });
      return await findValued(valRstDatasetID);
    },
    async postValuation(dataLayerID, A) {
      const posted = await owner.ask<{ valRstDatasetID: number }>('POST', 'val_rst_datasets_ctrl', {
        dataLayerID,
        colorPalette: blackToWhite,
        fnType: 'lin',
        fnCoeffs: JSON.stringify({ A, B: 0, C: 0 }),
      });
      return posted.valRstDatasetID;
    },
    async storedFiles() {
      const listing = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(join(folder, 'storage'), listing).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .sort();
    },
    async close() {
      await processes.close(folder);
    },
  };
}

/** Waits until the pixels of a raster are being processed. */
export async function reachPixels(find: () => Promise<ServedRaster>, step: string): Promise<void> {
  for (;;) {
    const { processing } = await find();
    if (processing.step === step && processing.share > 0 && processing.state === 'running') return;
    // If the work has ended before the server, the test proves nothing.
    if (processing.state === 'done') throw new Error('the work was done too soon');
    if (processing.state === 'failed') throw new Error(`the work failed: ${processing.error}`);
    await pause();
  }
}
