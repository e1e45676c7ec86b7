/**
 * The data that one part of the product stores about accounts, for people who ask for a copy. When
 * an account is erased, rows that refer to it are deleted with it.
 */
export interface PersonalDataHolder {
  /** The key of this part in an export. */
  readonly name: string;
  /** How many entries are stored about an account. */
  count(accountId: number): Promise<number>;
  /**
   * Everything that is stored about an account, ready to be written as JSON. It is one value, or
   * the entries of a list one after the other where the list may not fit into memory.
   */
  collect(accountId: number): Promise<unknown> | AsyncIterable<unknown>;
}
