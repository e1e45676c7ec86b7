import { areaOf, writeArea } from '@refugia/contract/area.ts';
import type { ImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { startSyntheticImagery } from '@refugia/engine/testing/synthetic-imagery.ts';
import { syntheticWorld } from '@refugia/engine/testing/synthetic-scenes.ts';
import type { Config } from '../src/platform/config.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** An area of the synthetic world. */
export const syntheticArea = areaOf(syntheticWorld.area);

/** A request for an area of the synthetic world, part of which changed between the dates. */
export const syntheticRequest = {
  coords: writeArea(syntheticWorld.area),
  startDate: syntheticWorld.beforeDate,
  endDate: syntheticWorld.afterDate,
};

/** A request for the same area in a year without scenes. */
export const withoutScenes = {
  ...syntheticRequest,
  startDate: '2016-07-15',
  endDate: '2017-07-15',
};

/** The product, with an imagery server of the synthetic world. */
export interface SyntheticApp {
  readonly testApp: TestApp;
  readonly imageryServer: ImageryServer;
  close(): Promise<void>;
}

/**
 * Creates the product with an imagery server of the synthetic world.
 * @param config further changes to the settings
 */
export async function createSyntheticApp(config: Partial<Config> = {}): Promise<SyntheticApp> {
  const imageryServer = await startSyntheticImagery();
  const imageryUrl = imageryServer.catalogueUrl;
  const testApp = await createTestApp({ config: { imageryUrl, ...config } });
  return {
    testApp,
    imageryServer,
    async close() {
      await testApp.close();
      await imageryServer.close();
    },
  };
}
