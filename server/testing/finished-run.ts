import type { AnalysisResult } from '@refugia/contract/habitat-patrol/runs.ts';
import type { Config } from '../src/platform/config.ts';
import { RunBrowser } from './run-browser.ts';
import { createSyntheticApp, type SyntheticApp, syntheticRequest } from './synthetic-app.ts';

/**
 * A finished run of the synthetic world, with its owner's browser and a browser of somebody else.
 */
export interface FinishedRun extends SyntheticApp {
  readonly owner: RunBrowser;
  readonly id: string;
  readonly runUrl: string;
  readonly result: AnalysisResult;
  /** The browser of a person who has the id and is not the owner. */
  anybody(): RunBrowser;
  download(file: string, headers?: Record<string, string>): ReturnType<RunBrowser['ask']>;
}

/** The public address in the installation's settings. */
export const publicUrl = 'https://maps.example.org';

/**
 * Creates a finished run.
 * @param changes to the request
 * @param config further changes to the settings
 */
export async function createFinishedRun(
  changes: object = {},
  config: Partial<Config> = {},
): Promise<FinishedRun> {
  const app = await createSyntheticApp({ publicUrl, ...config });
  const owner = new RunBrowser(app.testApp);
  const id = await owner.complete({ ...syntheticRequest, ...changes });
  const runUrl = `/api/changedetection/runs/${id}`;
  const anybody = () => new RunBrowser(app.testApp);
  return {
    ...app,
    owner,
    id,
    runUrl,
    result: (await owner.run(id)).result!,
    anybody,
    download: (file, headers = {}) =>
      anybody().ask('GET', `${runUrl}/downloads/${file}`, undefined, headers),
  };
}
