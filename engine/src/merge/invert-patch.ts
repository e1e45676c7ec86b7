import type { AttributeChange, GeometryChange, Patch, Splice } from './types.ts';

/** The patch that undoes a patch. */
export function invertPatch(patch: Patch): Patch {
  switch (patch.kind) {
    case 'create':
      return { kind: 'delete', before: patch.after };
    case 'delete':
      return { kind: 'create', after: patch.before };
    case 'edit':
      return {
        kind: 'edit',
        attributes: patch.attributes.map(invertAttribute),
        geometry: patch.geometry && invertGeometry(patch.geometry),
        ...(patch.layer && { layer: { before: patch.layer.after, after: patch.layer.before } }),
      };
  }
}

function invertAttribute({ name, before, after }: AttributeChange): AttributeChange {
  return {
    name,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}

function invertGeometry(change: GeometryChange): GeometryChange {
  return change.kind === 'replace'
    ? { kind: 'replace', before: change.after, after: change.before }
    : {
        kind: 'splice',
        typeBefore: change.typeAfter,
        typeAfter: change.typeBefore,
        splices: invertSplices(change.splices),
      };
}

/** The splices that undo these, with paths and places in the geometry after them. */
function invertSplices(splices: readonly Splice[]): Splice[] {
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
