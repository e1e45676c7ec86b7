/** A patch was applied to a state that it was not made for. */
export class PatchMismatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatchMismatchError';
  }
}
