import { useMedia } from './use-media.ts';

/** Whether this device is used by fingers: it has no hovering, and seldom keys. */
export function useTouch(): boolean {
  return useMedia('(hover: none) and (pointer: coarse)');
}
