/** A connection whose transaction stays open and idle for this long is ended. */
export const idleInTransactionMilliseconds = 15_000;
