import { shownPercent } from '../../../ui/files/upload-texts.ts';

const pauseMilliseconds = 1_500;

/**
 * Waits for a call that answers when a long step is done, and reports the step's progress
 * meanwhile.
 * @param ask returns the progress from 0 to 1, or null while it is unknown; its failures are
 * ignored
 */
export async function followProgress<Reply>(
  work: Promise<Reply>,
  ask: () => Promise<number | null>,
  tell: (detail: string) => void,
): Promise<Reply> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
  const follow = async () => {
    while (!isOver) {
      await Promise.race([pause(), over.catch(() => {})]);
      if (isOver) return;
      const share = await ask().catch(() => null);
      if (!isOver && share !== null && share > 0) tell(`${shownPercent(share)} %`);
    }
  };
  void follow();
  return over;
}
