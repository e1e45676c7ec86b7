/** A connection that leaves its transaction open this long while it does nothing loses it. */
export const idleInTransactionMilliseconds = 15_000;
