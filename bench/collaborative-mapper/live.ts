import { setTimeout as pause } from 'node:timers/promises';
import type { ServerMessage } from '@refugia/contract/collaborative-mapper/live.ts';
import type { MapOperation } from '@refugia/contract/collaborative-mapper/operations.ts';
import {
  callRunning,
  createRunningMap,
  creationOf,
  doneByRunning,
  followRunning,
} from '../../server/testing/running-maps.ts';
import { quantile } from '../figures.ts';
import type { MapServer } from './server.ts';

const sockets = 50;
const operationsPerSecond = 10;
const retryMilliseconds = 200;
/** How long followers may take for the rest after the last operation. */
const patienceMilliseconds = 30_000;

/** Somebody who follows the map through all kills, as a browser does. */
class Follower {
  readonly seqs: number[] = [];
  readonly ids: (string | null)[] = [];
  /** Milliseconds from the transaction to the arrival, of what came while it was connected. */
  readonly delays: number[] = [];
  faults = 0;
  #connectedAt = Number.POSITIVE_INFINITY;
  #isOver = false;
  #close = () => {};

  async follow({ address, owner }: MapServer, mapId: number): Promise<void> {
    while (!this.#isOver) {
      this.#connectedAt = Number.POSITIVE_INFINITY;
      const since = this.seqs.at(-1) ?? 0;
      const onMessage = (message: ServerMessage) => this.#receive(message);
      const connection = followRunning(address, mapId, { as: owner, since, onMessage });
      this.#close = connection.close;
      await connection.ended;
      await pause(retryMilliseconds);
    }
  }

  stop(): void {
    this.#isOver = true;
    this.#close();
  }

  #receive(message: ServerMessage): void {
    if (message.kind === 'welcome') this.#connectedAt = Date.now();
    if (message.kind === 'behind' || message.kind === 'refused') this.faults++;
    if (message.kind !== 'operations') return;
    for (const { seq, client_operation_id, at } of message.operations) {
      if (seq !== (this.seqs.at(-1) ?? 0) + 1) this.faults++;
      this.seqs.push(seq);
      this.ids.push(client_operation_id);
      const committed = Date.parse(at);
      if (committed >= this.#connectedAt) this.delays.push(Date.now() - committed);
    }
  }
}

/** Sends an operation until it is acknowledged, however often the server is killed meanwhile. */
async function sendUntilAcknowledged(
  { address, owner }: MapServer,
  body: object,
): Promise<{ seq: number; tries: number }> {
  for (let tries = 1; ; tries++) {
    try {
      const options = { method: 'POST', as: owner, body } as const;
      const reply = await callRunning(address, '/api/rrm/operations', options);
      if (reply.status === 200) return { seq: reply.body.seq, tries };
      if (reply.status < 500) throw new Error(JSON.stringify(reply.body));
    } catch (error) {
      // The server is down: fetch fails with this error.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
    await pause(retryMilliseconds);
  }
}

async function readLog({ address, owner }: MapServer, mapId: number): Promise<MapOperation[]> {
  const log: MapOperation[] = [];
  for (;;) {
    const path = `/api/rrm/operations?id=${mapId}&since=${log.at(-1)?.seq ?? 0}`;
    const { operations, seq } = await doneByRunning(address, path, { as: owner });
    log.push(...operations);
    if (operations.length === 0 || log.at(-1)?.seq === seq) return log;
  }
}

/** Prints what many followers get while the server is killed twice. @param seconds in all */
export async function reportLive(server: MapServer, seconds: number): Promise<void> {
  const mapId = await createRunningMap(server.address, server.owner);
  const followers = Array.from({ length: sockets }, () => new Follower());
  const following = followers.map((each) => each.follow(server, mapId));
  const acknowledged = new Map<string, { seq: number; tries: number }>();
  const sending: Promise<void>[] = [];
  const count = seconds * operationsPerSecond;
  const killing: Promise<void>[] = [];
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    const due = start + (index * 1000) / operationsPerSecond;
    await pause(Math.max(0, due - performance.now()));
    if (index === Math.floor(count / 3) || index === Math.floor((2 * count) / 3)) {
      killing.push(server.killAndRestart());
    }
    const place = { type: 'Point', coordinates: [-110 + (index % 100) / 100, 44] };
    const body = creationOf(mapId, place, { n: index });
    sending.push(
      sendUntilAcknowledged(server, body).then((answer) => {
        acknowledged.set(body.client_operation_id, answer);
      }),
    );
  }
  await Promise.all([...sending, ...killing]);
  const log = await readLog(server, mapId);
  const deadline = performance.now() + patienceMilliseconds;
  const isDone = () => followers.every(({ seqs }) => (seqs.at(-1) ?? 0) >= log.length);
  while (!isDone() && performance.now() < deadline) await pause(100);
  for (const follower of followers) follower.stop();
  await Promise.all(following);
  printLive({ followers, acknowledged, log, seconds });
}

interface LiveOutcome {
  readonly followers: readonly Follower[];
  readonly acknowledged: ReadonlyMap<string, { seq: number; tries: number }>;
  readonly log: readonly MapOperation[];
  readonly seconds: number;
}

function printLive({ followers, acknowledged, log, seconds }: LiveOutcome): void {
  const numbers = new Map(log.map(({ client_operation_id, seq }) => [client_operation_id, seq]));
  const answers = [...acknowledged];
  const inLog = JSON.stringify(log.map(({ client_operation_id }) => client_operation_id));
  const delays = followers.flatMap((each) => each.delays);
  console.log(
    `\n${sockets} sockets for ${seconds} s, ${operationsPerSecond} operations a second, two kill -9`,
  );
  console.table({
    'operations that were acknowledged': answers.length,
    'of them sent more than once': answers.filter(([, { tries }]) => tries > 1).length,
    'of them lost, or with another number': answers.filter(
      ([id, { seq }]) => numbers.get(id) !== seq,
    ).length,
    'doubled in the log': log.length - numbers.size,
    'followers with another order than the log': followers.filter(
      ({ ids }) => JSON.stringify(ids) !== inLog,
    ).length,
    'other faults that followers saw': followers.reduce((sum, { faults }) => sum + faults, 0),
    'arrivals that were timed': delays.length,
    'from transaction to arrival, median ms': quantile(delays),
    'from transaction to arrival, p95 ms (aim: under 150)': quantile(delays, 0.95),
  });
}
