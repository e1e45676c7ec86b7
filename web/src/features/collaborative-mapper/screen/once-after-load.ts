import { limits } from '@refugia/contract/limits.ts';

/**
 * Acts once, 2.5 s after the map has loaded. The specification, part 2 §9, takes the picture of a
 * map after this time.
 */
export function onceAfterLoad<Map>(act: (map: Map) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Is called whenever the map has loaded. Only the first call counts. */
    loaded(map: Map): void {
      timer ??= setTimeout(() => act(map), limits.collaborativeMapper.thumbnailDelayMilliseconds);
    },
    /** Does not act any more if it has not done so yet. It can be started again. */
    giveUp(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
