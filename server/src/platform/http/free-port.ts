import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * Finds a port on which nobody listens. Another program may take it before it is used, and
 * listening then fails as for any port in use.
 * @throws when the host is not an address of this machine
 */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
