import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * A port that nobody listens on. Another program may take it before it is used, which then fails as
 * any port in use does.
 * @throws when the host is no address of this machine
 */
export async function findFreePort(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
