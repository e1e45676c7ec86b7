import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { TestAccount, TestApp } from './test-app.ts';

type Of<Kind extends ServerMessage['kind']> = Extract<ServerMessage, { kind: Kind }>;

export interface LiveClient {
  readonly received: ServerMessage[];
  send(message: object | string): void;
  /** Waits for the next message of a kind that meets the condition and was not returned before. */
  next<Kind extends ServerMessage['kind']>(
    kind: Kind,
    fits?: (message: Of<Kind>) => boolean,
  ): Promise<Of<Kind>>;
  /** Resolves with the reason when the connection has ended. */
  readonly ended: Promise<{ code: number; reason: string }>;
  close(): void;
}

const patienceMilliseconds = 60_000;

/** Opens the WebSocket of a map without sending a message. */
export async function connectLive(
  product: TestApp,
  mapId: number | string,
  headers: Record<string, string> = {},
): Promise<LiveClient> {
  const received: ServerMessage[] = [];
  const waiting = new Set<() => void>();
  const returned = new Set<ServerMessage>();
  const { promise: ended, resolve: end } = Promise.withResolvers<{
    code: number;
    reason: string;
  }>();
  // Listeners are added first, because messages may arrive together with the answer to the upgrade.
  const socket = await product.app.injectWS(
    `/api/rrm/live/${mapId}`,
    { headers },
    {
      onInit(fresh) {
        fresh.on('message', (data: Buffer) => {
          received.push(JSON.parse(data.toString()));
          for (const match of [...waiting]) match();
        });
        fresh.on('close', (code: number, reason: Buffer) =>
          end({ code, reason: reason.toString() }),
        );
        fresh.on('error', () => {});
      },
    },
  );
  return {
    received,
    ended,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    close: () => socket.terminate(),
    next(kind, fits = () => true) {
      const { promise, resolve, reject } = Promise.withResolvers<Of<typeof kind>>();
      const patience = setTimeout(
        () =>
          reject(
            new Error(
              `no message of kind ${kind}; came: ${JSON.stringify(received).slice(0, 2000)}`,
            ),
          ),
        patienceMilliseconds,
      );
      const match = () => {
        const found = received.find(
          (each): each is Of<typeof kind> =>
            !returned.has(each) && each.kind === kind && fits(each as Of<typeof kind>),
        );
        if (!found) return;
        returned.add(found);
        waiting.delete(match);
        clearTimeout(patience);
        resolve(found);
      };
      waiting.add(match);
      match();
      return promise;
    },
  };
}

/** Opens the WebSocket of a map and sends the first message. */
export async function follow(
  product: TestApp,
  mapId: number,
  who: {
    as?: TestAccount | undefined;
    mapToken?: string | undefined;
    key?: string | undefined;
    since?: number;
    headers?: Record<string, string>;
  },
): Promise<LiveClient> {
  const client = await connectLive(product, mapId, who.headers);
  client.send({
    kind: 'hello',
    since: who.since ?? 0,
    ...(who.as && { token: who.as.headers.authorization.replace('JWT ', '') }),
    ...(who.mapToken !== undefined && { map_token: who.mapToken }),
    ...(who.key !== undefined && { key: who.key }),
  });
  return client;
}
