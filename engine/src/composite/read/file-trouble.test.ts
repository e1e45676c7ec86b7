import { expect, test } from 'vitest';
import { CrsError } from '../../crs/errors.ts';
import { TransportError } from '../../source/transport.ts';
import { SceneFileError, troubleOf } from './file-trouble.ts';

const url = 'https://scenes.example.org/tiles/B04.tif';
const fault = { code: 'epsg-unknown', params: { epsg: 99_999 } } as const;

test.each([
  [new SceneFileError({ code: 'no-values' }), { code: 'no-values' }],
  [new CrsError(fault), { code: 'crs-not-convertible', params: { fault } }],
  [
    new TransportError(`${url}: HTTP status 503 (3 attempts).`, { url, retryable: true }),
    { code: 'file-unreadable', params: { detail: 'B04.tif: HTTP status 503 (3 attempts)' } },
  ],
  ['gone', { code: 'file-unreadable', params: { detail: 'gone' } }],
])('%s', (reason, fact) => {
  expect(troubleOf(reason)).toEqual(fact);
});
