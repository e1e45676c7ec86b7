import { limits } from '@refugia/contract/limits.ts';
import { type ShapeFault, shapeFault } from '@refugia/engine/edit/index.ts';
import { roundPosition } from '@refugia/engine/geo/position.ts';
import type { FeatureState } from '@refugia/engine/merge/index.ts';
import type { FlatGeometry } from '@refugia/engine/vector/types.ts';
import type { Position } from 'geojson';
import { ApiFailure } from '../../../platform/http/failure.ts';

/**
 * Shapes that were found valid. Rows in the database need not be trusted: what they hold is another
 * object, unless this process wrote it and knows it still.
 */
const validShapes = new WeakSet<FlatGeometry>();

/**
 * The first fault of a shape, or undefined when it is valid. If the earlier shape was found valid,
 * only what changed is checked.
 * @param before the earlier shape; null for a new one
 */
export function faultOfChange(
  geometry: FlatGeometry,
  before: FlatGeometry | null,
): ShapeFault | undefined {
  const fault = shapeFault(geometry, before && validShapes.has(before) ? before : null);
  if (!fault) validShapes.add(geometry);
  return fault;
}

const { coordinateDecimals, maxFeaturePositions, maxAttributes, attributeValueMaxLength } =
  limits.collaborativeMapper;

/** A feature as a call sends it, before it is checked. */
export interface GivenFeature {
  readonly geometry: { readonly type: string; readonly coordinates: unknown } | null;
  readonly properties?: FeatureState['properties'] | null | undefined;
}

/** The same with all that a state needs. */
interface GivenState extends GivenFeature {
  readonly properties: FeatureState['properties'];
  /** The id of its layer. Default: the layer in which it is. */
  readonly layerId?: string | undefined;
}

function invalidShape(sentence: string): ApiFailure {
  return new ApiFailure(400, 'invalid_shape', sentence);
}

/** A position that is clean already is returned itself, so that thousands need not be made anew. */
function cleanPosition(position: Position): Position {
  const [longitude, latitude] = roundPosition(position, coordinateDecimals);
  const isClean =
    position.length === 2 && Object.is(longitude, position[0]) && Object.is(latitude, position[1]);
  return isClean ? position : [longitude, latitude];
}

function cleanRing(ring: Position[]): Position[] {
  const positions = ring.map(cleanPosition);
  const [first] = positions;
  const last = positions.at(-1);
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return first === undefined || isClosed ? positions : [...positions, first];
}

const isFilled = (list: readonly unknown[]) => list.length > 0;

/** Rounds a geometry to 7 decimals and closes its rings. Null when it has no coordinates. */
function cleanGeometry(geometry: FlatGeometry): FlatGeometry | null {
  switch (geometry.type) {
    case 'Point':
      return isFilled(geometry.coordinates)
        ? { type: 'Point', coordinates: cleanPosition(geometry.coordinates) }
        : null;
    case 'MultiPoint':
    case 'LineString': {
      const coordinates = geometry.coordinates.map(cleanPosition);
      return isFilled(coordinates) ? { type: geometry.type, coordinates } : null;
    }
    case 'MultiLineString': {
      const coordinates = geometry.coordinates
        .filter(isFilled)
        .map((line) => line.map(cleanPosition));
      return isFilled(coordinates) ? { type: 'MultiLineString', coordinates } : null;
    }
    case 'Polygon': {
      const coordinates = geometry.coordinates.filter(isFilled).map(cleanRing);
      return isFilled(coordinates) ? { type: 'Polygon', coordinates } : null;
    }
    case 'MultiPolygon': {
      const coordinates = geometry.coordinates
        .map((rings) => rings.filter(isFilled).map(cleanRing))
        .filter(isFilled);
      return isFilled(coordinates) ? { type: 'MultiPolygon', coordinates } : null;
    }
  }
}

export function countPositions(geometry: { readonly coordinates: unknown } | null): number {
  const count = (value: unknown): number => {
    if (!Array.isArray(value)) return 0;
    if (typeof value[0] === 'number') return 1;
    if (typeof value[0]?.[0] === 'number') return value.length;
    return value.reduce((sum: number, each) => sum + count(each), 0);
  };
  return geometry ? count(geometry.coordinates) : 0;
}

/**
 * @throws {ApiFailure} 400 for more attributes, or a longer text, than the limits allow and the
 *   feature had before
 */
function requireSound(properties: FeatureState['properties'], before: FeatureState | null): void {
  const former = before?.properties ?? {};
  const attributes = Object.keys(properties).length;
  if (attributes > maxAttributes && attributes > Object.keys(former).length) {
    throw new ApiFailure(
      400,
      'too_many_attributes',
      `A feature can have at most ${maxAttributes} attributes.`,
    );
  }
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value !== 'string' || value.length <= attributeValueMaxLength) continue;
    const formerValue = Object.hasOwn(former, name) ? former[name] : undefined;
    if (typeof formerValue === 'string' && value.length <= formerValue.length) continue;
    throw new ApiFailure(
      400,
      'attribute_too_long',
      `The text of the attribute "${name}" has ${value.length.toLocaleString('en-US')} characters; at most ${attributeValueMaxLength.toLocaleString('en-US')} are possible. A longer text that was imported can be kept or shortened.`,
    );
  }
}

/**
 * Checks a feature and brings it into the form in which maps store it: longitude and latitude with
 * 7 decimals, and closed rings. Returns null for a feature without coordinates, which deletes it.
 * @param before the feature's earlier state; a shape that did not change is not checked again, and
 *   an imported feature may keep more positions and attributes, and longer texts
 * @throws {ApiFailure} 400 for a shape that is not valid, for too many positions or attributes, or
 *   for a text that is too long
 */
export function cleanState(
  given: GivenState | null,
  before: FeatureState | null,
): FeatureState | null {
  if (!given?.geometry) return null;
  requireSound(given.properties, before);
  const layerId = given.layerId ?? before?.layerId;
  const kept = { properties: given.properties, ...(layerId !== undefined && { layerId }) };
  if (given.geometry === before?.geometry) return { geometry: before.geometry, ...kept };
  const geometry = cleanGeometry(given.geometry as FlatGeometry);
  if (!geometry) return null;
  const positions = countPositions(geometry);
  if (positions > maxFeaturePositions && positions > countPositions(before?.geometry ?? null)) {
    throw invalidShape(
      `This shape has ${positions.toLocaleString('en-US')} vertices; a shape that is drawn can have at most ${maxFeaturePositions.toLocaleString('en-US')}.`,
    );
  }
  const fault = faultOfChange(geometry, before?.geometry ?? null);
  if (fault) throw invalidShape(fault.reason);
  return { geometry, ...kept };
}

/**
 * Like `cleanState`, for a feature that is created and therefore needs coordinates.
 * @throws {ApiFailure} 400 as `cleanState`, and for a feature without coordinates
 */
export function cleanNewState(given: GivenState): FeatureState {
  const state = cleanState(given, null);
  if (!state) throw invalidShape('The feature has no coordinates.');
  return state;
}

/**
 * Like `cleanState`, for the feature of a call that edits: attributes that it leaves out stay as they
 * are.
 * @param before the state at the revision that was edited
 * @throws {ApiFailure} 409 when the feature did not exist at this revision, because such an edit
 *   would count as adding the feature; 400 as `cleanState`
 */
export function cleanEdit(given: GivenFeature, before: FeatureState | null): FeatureState | null {
  if (!before) {
    throw new ApiFailure(
      409,
      'unknown_revision',
      'The feature did not exist at the revision that this edit names. Please load it again.',
    );
  }
  const properties = given.properties ?? before.properties;
  return cleanState({ geometry: given.geometry, properties }, before);
}
