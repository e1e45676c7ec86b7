import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { readAnew } from './read-anew.ts';

test.each([
  ['for the first time', 0],
  ['again', 1],
])('a list that changes while it is read %s has the change', async (_, readBefore) => {
  const queries = new QueryClient();
  let onServer = 'before';
  let reply = Promise.withResolvers<void>();
  const read = vi.fn(async () => {
    const found = onServer;
    await reply.promise;
    return found;
  });
  const observer = new QueryObserver(queries, { queryKey: ['map', 'layers'], queryFn: read });
  const stop = observer.subscribe(() => {});
  if (readBefore > 0) {
    reply.resolve();
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe('before'));
    reply = Promise.withResolvers();
    void observer.refetch();
  }
  expect(read).toHaveBeenCalledTimes(1 + readBefore);
  onServer = 'after';
  const anew = readAnew(queries, ['map']);
  reply.resolve();
  await anew;
  expect(observer.getCurrentResult().data).toBe('after');
  stop();
  queries.clear();
});
