/** What can go wrong with a request on its way. */
export type FaultKind =
  /** Answered with an error status. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterSeconds?: number }
  /** Accepted and never answered. */
  | { readonly kind: 'hang' }
  /** The connection breaks before the answer. */
  | { readonly kind: 'reset' }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: 'truncate' }
  /** A range request is answered with status 200 and the whole file. */
  | { readonly kind: 'whole-file' }
  /** Answered with a redirect. */
  | { readonly kind: 'redirect'; readonly location: string };

export type Fault = FaultKind & {
  /** Paths of requests that it happens to. */
  readonly path: RegExp;
  /** How often; every time when left out. */
  readonly times?: number;
};

/** Deals out faults to requests, each as often as it is meant to happen. */
export class FaultPlan {
  readonly #faults: { fault: Fault; left: number }[] = [];

  add(...faults: readonly Fault[]): void {
    for (const fault of faults) this.#faults.push({ fault, left: fault.times ?? Infinity });
  }

  clear(): void {
    this.#faults.length = 0;
  }

  /** The fault that happens to a request for `path`, if any. */
  next(path: string): Fault | undefined {
    const due = this.#faults.find(({ fault, left }) => left > 0 && fault.path.test(path));
    if (!due) return undefined;
    due.left--;
    return due.fault;
  }
}
