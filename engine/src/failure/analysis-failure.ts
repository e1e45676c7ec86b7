/**
 * Why a run cannot give a result. If `permanent`, it would fail again in the same way (no scene
 * covers the area), so another try would not help.
 */
export class AnalysisFailure extends Error {
  readonly permanent: boolean;

  constructor(message: string, options: { permanent: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'AnalysisFailure';
    this.permanent = options.permanent;
  }
}
