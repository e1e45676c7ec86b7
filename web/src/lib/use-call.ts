import { useState } from 'react';

/** Makes the calls of a button or a form. A call is not made while another one is under way. */
export function useCall(onFailure: (error: unknown) => void) {
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
  return { isPending, run: (call: () => Promise<void>) => void run(call) };
}
