import type { Splice } from './types.ts';

/** The splices that undo these, with paths and places in the geometry after them. */
export function invertSplices(splices: readonly Splice[]): Splice[] {
  return splices.map((splice) => ({
    path: splice.path.map((item, level) => placeAfter(splices, splice.path.slice(0, level), item)),
    at: placeAfter(
      splices.filter((other) => other !== splice),
      splice.path,
      splice.at,
    ),
    remove: splice.insert,
    insert: splice.remove,
  }));
}

/** Where the item of a list stands when the splices before it are carried out. */
function placeAfter(splices: readonly Splice[], path: readonly number[], place: number): number {
  const isSameList = (other: readonly number[]) => `${other}` === `${path}`;
  return splices
    .filter((splice) => isSameList(splice.path) && splice.at + splice.remove.length <= place)
    .reduce((sum, { remove, insert }) => sum + insert.length - remove.length, place);
}
