import type { Item } from '../edit/parts.ts';
import type { FlatGeometry, Properties, PropertyValue } from '../vector/types.ts';

/**
 * What a feature of a map is at one revision. The geometry is in longitude and latitude (WGS 84),
 * two-dimensional, with closed rings, and null where the feature has none.
 */
export interface FeatureState {
  readonly geometry: FlatGeometry | null;
  readonly properties: Properties;
}

/**
 * One change of one feature. A patch holds what was there before as well as what is there after it,
 * so that it can be inverted without its feature, and so that applying it to another state is noticed.
 */
export type Patch = CreatePatch | EditPatch | DeletePatch;

export interface CreatePatch {
  readonly kind: 'create';
  readonly after: FeatureState;
}

export interface EditPatch {
  readonly kind: 'edit';
  /** One for each attribute that changes. */
  readonly attributes: readonly AttributeChange[];
  /** Null where the geometry stays as it is. */
  readonly geometry: GeometryChange | null;
}

export interface DeletePatch {
  readonly kind: 'delete';
  readonly before: FeatureState;
}

/**
 * An attribute that is set, changed or unset. A value that is absent means that the feature has no such
 * attribute. The name is a value and never a key, so that `__proto__` is a name like any other.
 */
export interface AttributeChange {
  readonly name: string;
  readonly before?: PropertyValue;
  readonly after?: PropertyValue;
}

export type GeometryChange = ReplacedGeometry | SplicedGeometry;

/** Another geometry altogether: points, and changes between points, lines and polygons. */
export interface ReplacedGeometry {
  readonly kind: 'replace';
  readonly before: FlatGeometry | null;
  readonly after: FlatGeometry | null;
}

/** A geometry of the same dimension, some lists of which were changed in some places. */
export interface SplicedGeometry {
  readonly kind: 'splice';
  readonly typeBefore: FlatGeometry['type'];
  readonly typeAfter: FlatGeometry['type'];
  /** In the order of their places; no two of them touch the same item. */
  readonly splices: readonly Splice[];
}

/**
 * Items of one list that give way to others. Every geometry is read as its multi-part form, and rings
 * without the position that closes them:
 *
 * | path | list | items |
 * |---|---|---|
 * | `[]` | parts of the geometry | polygons, lines or points |
 * | `[part]` | rings of a polygon, vertices of a line | rings or positions |
 * | `[part, ring]` | vertices of a ring | positions |
 *
 * Paths and places are those in the geometry before the patch.
 */
export interface Splice {
  readonly path: readonly number[];
  readonly at: number;
  readonly remove: readonly SpliceItem[];
  readonly insert: readonly SpliceItem[];
}

export type SpliceItem = Item;

/** The three states that a merge compares. Null means that the feature does not exist. */
export interface MergeStates {
  /** What both changes started from. */
  readonly base: FeatureState | null;
  /** What the feature is by now. */
  readonly current: FeatureState | null;
  /** What the change that is to be merged makes of the base. */
  readonly incoming: FeatureState | null;
}

/** Which of the three states is meant. */
export type MergeSide = keyof MergeStates;

/** Why two changes of one feature can't both be kept. */
export type Conflict =
  | { readonly kind: 'created-twice' }
  /** One side deleted what the other edited. */
  | { readonly kind: 'edit-against-delete'; readonly deletedBy: 'current' | 'incoming' }
  /** Both sides gave the attribute another value. An absent value means that it is unset. */
  | {
      readonly kind: 'attribute';
      readonly name: string;
      readonly base?: PropertyValue;
      readonly current?: PropertyValue;
      readonly incoming?: PropertyValue;
    }
  | GeometryConflict;

/** Why two changes of one geometry can't both be kept. */
export type GeometryConflict =
  /** One side replaced the whole geometry, and the other changed it. */
  | { readonly kind: 'geometry-replaced' }
  /** Both sides changed the same run of vertices, the same ring or the same part. */
  | { readonly kind: 'same-run'; readonly path: readonly number[] }
  /** The areas that the two sides sweep overlap. */
  | { readonly kind: 'sweeps-overlap' }
  /** Both changes together give no valid shape. */
  | { readonly kind: 'invalid-shape'; readonly reason: string };

/**
 * What came of a merge. In a conflict, `partial` holds all that could be merged, and the current state
 * wherever something could not.
 */
export type MergeOutcome =
  | { readonly kind: 'merged'; readonly feature: FeatureState | null }
  | {
      readonly kind: 'conflict';
      readonly conflicts: readonly Conflict[];
      readonly states: MergeStates;
      readonly partial: FeatureState | null;
    };
