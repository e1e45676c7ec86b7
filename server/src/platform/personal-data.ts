/**
 * What one part of the product keeps about accounts, for people who ask for it. Where an account is
 * erased, rows that refer to it go with its own.
 */
export interface PersonalDataHolder {
  /** The key of its part in an export. */
  readonly name: string;
  /** Everything that it keeps of an account, ready to be written as JSON. */
  collect(accountId: number): Promise<unknown>;
}
