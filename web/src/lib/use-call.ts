import { useState } from 'react';

interface Calls {
  isPending: boolean;
  /** Makes a call, unless another one is under way. */
  run: (call: () => Promise<void>) => void;
}

/** Makes the calls of a button or a form, one at a time. */
export function useCall(onFailure: (error: unknown) => void): Calls {
  const [isPending, setIsPending] = useState(false);
  async function run(call: () => Promise<void>): Promise<void> {
    if (isPending) return;
    setIsPending(true);
    try {
      await call();
    } catch (error) {
      onFailure(error);
    } finally {
      setIsPending(false);
    }
  }
  return { isPending, run: (call) => void run(call) };
}
