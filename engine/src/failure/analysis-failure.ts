import { FactError } from '../facts/fact.ts';
import type { RunFact } from '../facts/run-facts.ts';

/**
 * Why a run cannot give a result. If `permanent`, it would fail again in the same way (no scene
 * covers the area), so another try would not help.
 */
export class AnalysisFailure extends FactError<RunFact> {
  readonly permanent: boolean;

  constructor(fact: RunFact, options: { permanent: boolean; cause?: unknown }) {
    super(fact, { cause: options.cause });
    this.permanent = options.permanent;
  }
}
