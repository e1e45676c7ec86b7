import { limits } from '@refugia/contract/limits.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Workspace } from '../workspace/use-workspace.ts';

/** The progress and the outcome of the upload, which each test sets. */
const sending = vi.hoisted(() => ({
  upload: undefined as
    | { onProgress: (share: number) => void; done: (rasterId: number) => void }
    | undefined,
}));
vi.mock('./resumable-upload.ts', () => ({
  uploadRaster: ({ onProgress }: { onProgress: (share: number) => void }) =>
    new Promise<number>((done) => {
      sending.upload = { onProgress, done };
    }),
}));

const { uploadSteps } = await import('./upload-steps.ts');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

// Specification part 3, section 9: the progress of an upload is reset after 500 ms.
test('the percentage stands for half a second after the last byte, and then the next step begins', async () => {
  expect(limits.valueMapper.uploadProgressResetMilliseconds).toBe(500);
  const progress = { layerId: 3, address: null, rasterId: null };
  const file = new File(['II*'], 'hills.tif');
  const upload = uploadSteps({} as Workspace, file, progress).find(({ id }) => id === 'upload')!;
  const told: string[] = [];
  let isOver = false;
  const running = upload
    .run((detail) => told.push(detail), new AbortController().signal)
    .then(() => {
      isOver = true;
    });
  sending.upload!.onProgress(0.4);
  sending.upload!.done(8);
  await vi.advanceTimersByTimeAsync(499);
  expect(told).toEqual(['40 %', '100 %']);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await running;
  expect(progress.rasterId).toBe(8);
});
