import { expect, test, vi } from 'vitest';
import type { Workspace } from '../workspace/use-workspace.ts';
import { rasterSteps } from './raster-steps.ts';

/** Answers each call, and records the calls. */
function answerCalls(): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string | URL | Request, options: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address, 'http://any');
    if (options.method === 'PUT') asked.push(url.search);
    return Response.json({ id: 5, processing: { step: 'img', share: 1 } });
  });
  return asked;
}

const workspace = { store: { putRaster: () => {} } } as unknown as Workspace;

test('a code that a person enters is told once, before the step that failed without it', async () => {
  const asked = answerCalls();
  const choices = { current: { epsg: 32_610 as number | undefined } };
  const steps = rasterSteps(workspace, 1, 5, choices);
  for (const step of steps.slice(0, 3)) await step.run(() => {}, new AbortController().signal);
  vi.unstubAllGlobals();
  expect(asked).toEqual([
    '?rasterID=5&type=crs&epsg=32610',
    '?rasterID=5&type=metadata',
    '?rasterID=5&type=crs',
    '?rasterID=5&type=geospatial',
  ]);
});
