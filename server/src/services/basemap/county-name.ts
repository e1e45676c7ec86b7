/** The word for counties in states that use another one (U.S. Census Bureau, ANSI codes). */
const words: Readonly<Record<string, string>> = { LA: ' Parish', AK: '', DC: '' };
/** From this number on, the Census Bureau's codes stand for cities that belong to no county. */
const firstCityCode = 500;

/**
 * The full name of a county, such as `Natrona County`.
 * @param name without the word, as atlases have it
 * @param fips five digits, the state's two first
 * @param stateCode two letters
 */
export function countyName(name: string, fips: string, stateCode: string): string {
  const isCity = Number(fips.slice(2)) > firstCityCode;
  return `${name}${isCity ? '' : (words[stateCode] ?? ' County')}`;
}
