/**
 * Normalizes a name for the search: lower case without accents and punctuation, and "St" for "Saint". An
 * apostrophe parts an article ("L'Anse") and is left out elsewhere ("Hawai'i").
 */
export function searchable(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/(?<!\b[dl])['’ʻ‘]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^saint /, 'st ');
}
