/** These colours are dark enough for white letters. */
const colours = ['#1565c0', '#ad1457', '#6a1b9a', '#00695c', '#bf360c', '#4e342e', '#283593'];

/** The colour of a person, which is the same in every browser. */
export function colourOfPerson(name: string): string {
  const sum = [...name].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 65_521, 7);
  return colours[sum % colours.length];
}
