import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import { afterEach, expect, test } from 'vitest';
import { testConfig } from '../../../../testing/test-app.ts';
import { chooseImagery, coverageOf } from './imagery.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

test('a catalogue that answers is used', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'refugia-scenes-'));
  const server = await startImageryServer(folder);
  closers.push(
    () => server.close(),
    () => rm(folder, { recursive: true }),
  );
  const imagery = chooseImagery(testConfig({ imageryUrl: server.catalogueUrl }));
  closers.push(() => imagery.close());
  const used = await imagery.current();
  expect(used).toMatchObject({ mode: 'live', catalogueUrl: server.catalogueUrl });
  // Only the catalogue's own host and the known hosts of scene files are ever asked.
  expect(used.mode === 'live' && used.allowedHosts).toContain(server.host);
  expect(coverageOf(used, new Date('2026-03-04T23:00:00Z')).latest).toBe('2026-03-04');
});

test('a catalogue that refuses is replaced by simulated scenes, which say so', async () => {
  const server: Server = createServer((_, response) => response.writeHead(503).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const imagery = chooseImagery(testConfig({ imageryUrl: `http://127.0.0.1:${port}/v1` }));
  closers.push(() => imagery.close());
  const used = await imagery.current();
  expect(used.mode).toBe('demo');
  expect(used.label.toLowerCase()).toContain('simulated');
  // A run that began with the catalogue keeps to it.
  expect(imagery.ofMode('live').mode).toBe('live');
});

test('simulated scenes can be asked for', async () => {
  const imagery = chooseImagery(testConfig({ imageryUrl: 'demo' }));
  expect((await imagery.current()).mode).toBe('demo');
});
