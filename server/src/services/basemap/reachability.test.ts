import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { Reachability } from './providers.ts';

test('an address is reachable once it has answered well, and no longer when it fails', async () => {
  let status = 200;
  const server = createServer((_request, reply) => reply.writeHead(status).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = new Reachability(`http://127.0.0.1:${port}/`, () => 0);
  await address.ask();
  expect(address.isReachable).toBe(true);
  status = 503;
  await address.ask();
  expect(address.isReachable).toBe(false);
  server.close();
  await once(server, 'close');
  status = 200;
  await address.ask();
  expect(address.isReachable).toBe(false);
});
