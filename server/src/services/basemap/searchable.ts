/** Normalizes a name for the search: lower case without accents and punctuation, and "St" for "Saint". */
export function searchable(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^saint /, 'st ');
}
