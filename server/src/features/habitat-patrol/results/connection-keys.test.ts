import type { ConnectionKey } from '@refugia/contract/habitat-patrol/my-runs.ts';
import { tileAt } from '@refugia/engine/geo/web-mercator.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createFinishedRun,
  type FinishedRun,
  publicUrl,
} from '../../../../testing/synthetic-app.ts';

let run: FinishedRun;
beforeAll(async () => {
  run = await createFinishedRun({ areaName: 'Bärenwald / Nord' });
});
afterAll(() => run?.close());

describe('a connection key', () => {
  test('opens the layers by addresses that do not tell the run, until it is taken back', async () => {
    expect((await run.owner.ask('GET', `${run.runUrl}/key`)).statusCode).toBe(404);
    const made = await run.owner.ask('POST', `${run.runUrl}/key`);
    const key: ConnectionKey = made.json();
    expect(JSON.stringify(key)).not.toContain(run.id);
    expect((await run.owner.ask('GET', `${run.runUrl}/key`)).json()).toEqual(key);
    expect(key.layers.map(({ layer }) => layer)).toEqual(['before', 'after', 'change']);

    const [before] = key.layers;
    expect(before!.xyz).toBe(`${publicUrl}/tiles/keyed/${key.key}/before/{z}/{x}/{y}.png`);
    const tileJson = await run.anybody().ask('GET', before!.tilejson.replace(publicUrl, ''));
    expect(tileJson.json()).toMatchObject({
      tilejson: '3.0.0',
      name: 'Bärenwald / Nord: before',
      scheme: 'xyz',
      tiles: [before!.xyz],
      bounds: run.result.bbox,
    });
    expect(tileJson.body).not.toContain(run.id);

    const { z, x, y } = tileAt(tileJson.json().center[0], tileJson.json().center[1], 13);
    const tileUrl = `/tiles/keyed/${key.key}/before/${z}/${x}/${y}.png`;
    const tile = await run.anybody().ask('GET', tileUrl);
    expect(tile.statusCode).toBe(200);
    expect(tile.headers['cache-control']).not.toContain('immutable');
    for (const { headers } of [tileJson, tile]) {
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
    const open = await run
      .anybody()
      .ask('GET', tileUrl.replace(`keyed/${key.key}`, `change/${run.id}`));
    expect(tile.rawPayload.equals(open.rawPayload)).toBe(true);
    expect(tile.headers.etag).not.toBe(open.headers.etag);
    expect(open.headers['access-control-allow-origin']).toBeUndefined();
    // A key does not work in place of a run's id, nor an id in place of a key.
    for (const wrong of [
      `/tiles/change/${key.key}/before/${z}/${x}/${y}.png`,
      `/tiles/keyed/${run.id}/before/${z}/${x}/${y}.png`,
      `/tiles/keyed/${run.id}/before.json`,
      `/tiles/keyed/${key.key}/between.json`,
    ]) {
      expect([wrong, (await run.anybody().ask('GET', wrong)).statusCode]).toEqual([wrong, 404]);
    }

    const next: ConnectionKey = (await run.owner.ask('POST', `${run.runUrl}/key`)).json();
    expect(next.key).not.toBe(key.key);
    expect((await run.anybody().ask('GET', tileUrl)).statusCode).toBe(404);
    const nextUrl = tileUrl.replace(key.key, next.key);
    expect((await run.anybody().ask('GET', nextUrl)).statusCode).toBe(200);
    expect((await run.owner.ask('DELETE', `${run.runUrl}/key`)).json()).toEqual({ id: run.id });
    const takenBack = await run.anybody().ask('GET', nextUrl);
    expect(takenBack.statusCode).toBe(404);
    expect(takenBack.json()).toEqual({
      error:
        'There is no such picture: its connection key has been taken back or replaced, or its analysis has been removed.',
      code: 'tile_not_found',
    });
    expect((await run.owner.ask('GET', `${run.runUrl}/key`)).statusCode).toBe(404);
  });
});
