import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import { expect, test } from 'vitest';
import type { Transport } from '../../source/transport.ts';
import { previewScenes } from './preview-scenes.ts';
import { previewOf } from './scene-preview.ts';
import { SceneViews } from './scene-views.ts';

/**
 * An area that is composed by subareas is not looked at before a run, so nothing is requested.
 */
const noTransport: Transport = {
  json: () => Promise.reject(new Error('A search was made.')),
  range: () => Promise.reject(new Error('A scene was read.')),
};

test('scenes of an area as large as a state are not looked at before its run', async () => {
  const ring = [
    [-109, 37],
    [-102, 37],
    [-102, 41],
    [-109, 41],
    [-109, 37],
  ];
  const question = {
    area: { type: 'Polygon' as const, coordinates: [ring] },
    startDate: '2019-07-01',
    endDate: '2021-07-01',
    maxSeconds: 5,
  };
  const views = new SceneViews(question);
  const source = { transport: noTransport, catalogueUrl: 'https://catalogue.invalid' };
  await previewScenes(question, source, { onNews: (news) => views.add(news) });
  const preview = await previewOf(views, undefined);
  expect(preview.isComplete).toBe(true);
  expect(preview.before).toEqual({
    date: '2019-07-01',
    scenes: [],
    expectedDate: null,
    clearShare: null,
  });
  expect(preview.after.date).toBe('2021-07-01');
  expect(preview.notes.map(runSentence)).toEqual([
    'The area is so large that its scenes are chosen for each part of it during the run. The result lists them.',
  ]);
});
