import { shownPercent } from '../../../ui/upload-texts.ts';

const pauseMilliseconds = 1_500;

/**
 * Waits for a call that answers when a long step is done, and says meanwhile how far the step is.
 * @param ask for how far it is, 0 to 1; null where that is not known. Its own failures do not matter
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
