import { invertSplices } from './invert-splices.ts';
import type { AttributeChange, GeometryChange, Patch } from './types.ts';

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
