/** The id of a project in an address, or null for a text that is no integer. */
export function readProjectId(text: string): number | null {
  return /^-?\d+$/.test(text) ? Number(text) : null;
}
