import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads lists of the server anew after they have changed. A list that is being read for the first
 * time may miss the change, and is read once more afterwards.
 */
export async function readAnew(queries: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const isFirst = queries.isFetching({ queryKey, predicate: ({ state }) => !state.data }) > 0;
  await queries.invalidateQueries({ queryKey });
  if (isFirst) await queries.invalidateQueries({ queryKey });
}
