import type { Item } from '../edit/parts.ts';
import type { FlatGeometry, Properties, PropertyValue } from '../vector/types.ts';

/**
 * What a feature of a map is at one revision. The geometry is in longitude and latitude (WGS 84),
 * two-dimensional, with closed rings, and null where the feature has none.
 */
export interface FeatureState {
  readonly geometry: FlatGeometry | null;
  readonly properties: Properties;
  /**
   * The id of the layer to which the feature belongs. Patches that were made before features had layers
   * do not tell it, and such a state counts as equal to one in any layer.
   */
  readonly layerId?: string;
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
  /** Absent where the feature stays in its layer. */
  readonly layer?: LayerMove;
}

/** The ids of the layers out of which and into which a feature is moved. */
export interface LayerMove {
  readonly before: string;
  readonly after: string;
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

/** A side of a merge that changed the base. */
export type ChangedSide = 'current' | 'incoming';

/** What a person has to decide, since both sides made something else of it. */
export type Dispute = StretchDispute | AttributeDispute | LayerDispute;

/** A stretch of the geometry, on each of the three sides. It is null where there is nothing. */
export interface StretchDispute {
  readonly kind: 'stretch';
  /**
   * How much is disputed: a run of the outline, from the vertex before it to the one behind, or whole
   * rings and parts; the whole shape, where no parts of it can be decided one by one; or the feature
   * with all its attributes, since one side deleted it or both created it.
   */
  readonly extent: 'run' | 'shape' | 'feature';
  readonly base: FlatGeometry | null;
  readonly current: FlatGeometry | null;
  readonly incoming: FlatGeometry | null;
  /** Why a person has to choose between whole shapes instead of stretches, as a sentence. */
  readonly reason: string | null;
}

/** An attribute that has another value on each side. An absent value means that it is unset. */
export interface AttributeDispute {
  readonly kind: 'attribute';
  readonly name: string;
  readonly base?: PropertyValue;
  readonly current?: PropertyValue;
  readonly incoming?: PropertyValue;
}

/** The feature was moved into another layer on each side. */
export interface LayerDispute {
  readonly kind: 'layer';
  readonly base: string;
  readonly current: string;
  readonly incoming: string;
}

/** What came of a merge. */
export interface MergeOutcome {
  /**
   * The feature with everything that is not disputed, and with what was chosen for each dispute: the
   * current side of it as long as nothing is. Null means that the feature does not exist.
   */
  readonly merged: FeatureState | null;
  /** Stretches in the order of the shape, then attributes, then the layer. Empty where the merge is whole. */
  readonly disputed: readonly Dispute[];
}
