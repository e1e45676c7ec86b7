import { startImageryServer } from '@refugia/engine/testing/imagery-server.ts';
import type { ServedFigures } from './task.ts';

/**
 * The imagery server as a process of its own, so that it takes no time from the side being measured.
 * Tells its address, and whenever it is sent a message what it has been asked for since the last.
 */
const [, , folder = '', latencyMilliseconds = '30'] = process.argv;
const server = await startImageryServer(folder, {
  latencyMilliseconds: Number(latencyMilliseconds),
});
process.send?.(server.catalogueUrl);
process.on('message', () => process.send?.(takeFigures()));
process.on('disconnect', () => void server.close());

function takeFigures(): ServedFigures {
  const requests = server.requests.splice(0);
  const bytes = requests.reduce((sum, { range }) => sum + rangeBytes(range), 0);
  return { requests: requests.length, megabytes: bytes / 1e6 };
}

function rangeBytes(range = ''): number {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
  return first && last ? Number(last) - Number(first) + 1 : 0;
}
