import { startImageryServer } from '@refugia/engine/testing/imagery-server.ts';

/** The imagery server as a process of its own, so that it takes no time from the side being measured. */
const [, , folder = '', latencyMilliseconds = '30'] = process.argv;
const server = await startImageryServer(folder, {
  latencyMilliseconds: Number(latencyMilliseconds),
});
process.send?.(server.catalogueUrl);
process.on('disconnect', () => void server.close());
