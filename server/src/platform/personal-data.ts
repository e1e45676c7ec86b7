/**
 * What one part of the product keeps about accounts, for people who ask for it. Where an account is
 * erased, rows that refer to it go with its own.
 */
export interface PersonalDataHolder {
  /** The key of its part in an export. */
  readonly name: string;
  /** How many entries it keeps of an account. */
  count(accountId: number): Promise<number>;
  /**
   * Everything that it keeps of an account, ready to be written as JSON: at once, or the entries of a
   * list one after the other where they may be too much for memory.
   */
  collect(accountId: number): Promise<unknown> | AsyncIterable<unknown>;
}
