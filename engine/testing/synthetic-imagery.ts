import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImageryServer, startImageryServer } from './imagery-server.ts';
import { type SyntheticScene, syntheticScenes, writeSyntheticScenes } from './synthetic-scenes.ts';

/**
 * Serves synthetic scenes from a folder of their own, which is removed when the server is closed.
 */
export async function startSyntheticImagery(
  scenes: readonly SyntheticScene[] = syntheticScenes,
): Promise<ImageryServer> {
  const folder = await mkdtemp(join(tmpdir(), 'refugia-scenes-'));
  await writeSyntheticScenes(folder, scenes);
  const server = await startImageryServer(folder);
  return {
    ...server,
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
