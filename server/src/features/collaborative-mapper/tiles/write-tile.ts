import { PbfWriter } from 'pbf';

/** A point in the tile's own integer coordinates. */
type TilePoint = readonly [x: number, y: number];

/** A feature cut for a tile. Of its tags only texts, numbers and booleans are written. */
export type TileFeature = {
  readonly tags: Readonly<Record<string, unknown>> | null;
} & (
  | { /** Points. */ readonly type: 1; readonly geometry: readonly TilePoint[] }
  /** Lines, or the rings of polygons. A ring ends where it begins. */
  | { readonly type: 2 | 3; readonly geometry: readonly (readonly TilePoint[])[] }
);

export interface TileLayer {
  readonly name: string;
  readonly features: readonly TileFeature[];
}

type TileValue = string | number | boolean;

/** The keys and values of a layer, with their indices, by which features refer to them. */
interface Names {
  readonly keys: Map<string, number>;
  readonly values: Map<TileValue, number>;
}

/**
 * Writes a vector tile without feature ids.
 * Source: Mapbox Vector Tile Specification 2.1. The field numbers are those of its schema.
 * @param extent the tile's width and height in its own coordinates
 */
export function writeTile(layers: readonly TileLayer[], extent: number): Uint8Array {
  const out = new PbfWriter();
  for (const layer of layers) {
    out.writeMessage(3, (each, writer) => writeLayer(each, extent, writer), layer);
  }
  return out.finish();
}

function writeLayer({ name, features }: TileLayer, extent: number, out: PbfWriter): void {
  const names: Names = { keys: new Map(), values: new Map() };
  out.writeVarintField(15, 2);
  out.writeStringField(1, name);
  for (const feature of features) {
    out.writeMessage(2, (each, writer) => writeFeature(each, names, writer), feature);
  }
  for (const key of names.keys.keys()) out.writeStringField(3, key);
  for (const value of names.values.keys()) out.writeMessage(4, writeValue, value);
  out.writeVarintField(5, extent);
}

function writeFeature({ type, geometry, tags }: TileFeature, names: Names, out: PbfWriter): void {
  const places: number[] = [];
  for (const key in tags) {
    const value = tags[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      continue;
    }
    places.push(placeOf(names.keys, key), placeOf(names.values, value));
  }
  out.writePackedVarint(2, places);
  out.writeVarintField(3, type);
  out.writePackedVarint(
    4,
    type === 1 ? pointCommands(geometry) : pathCommands(geometry, type === 3),
  );
}

/** The index of an item. A new item is added at the end. */
function placeOf<Item>(places: Map<Item, number>, item: Item): number {
  const known = places.get(item);
  if (known !== undefined) return known;
  places.set(item, places.size);
  return places.size - 1;
}

/** Larger integers are written as floating point: the encoding of negative ones would lose digits. */
const largestInteger = 2 ** 52;

function writeValue(value: TileValue, out: PbfWriter): void {
  const isExact = Number.isInteger(value) && Math.abs(Number(value)) <= largestInteger;
  if (typeof value === 'string') out.writeStringField(1, value);
  else if (typeof value === 'boolean') out.writeBooleanField(7, value);
  else if (!isExact) out.writeDoubleField(3, value);
  else if (value < 0) out.writeSVarintField(6, value);
  else out.writeVarintField(5, value);
}

const moveTo = (count: number) => (count << 3) | 1;
const lineTo = (count: number) => (count << 3) | 2;
const closePath = 15;
/** Zigzag encoding: integers of small magnitude become small unsigned ones. */
const zigzag = (number: number) => (number << 1) ^ (number >> 31);

function pointCommands(points: readonly TilePoint[]): number[] {
  const commands = [moveTo(points.length)];
  let [x, y] = [0, 0];
  for (const point of points) {
    commands.push(zigzag(point[0] - x), zigzag(point[1] - y));
    [x, y] = point;
  }
  return commands;
}

function pathCommands(paths: readonly (readonly TilePoint[])[], areRings: boolean): number[] {
  const commands: number[] = [];
  let [x, y] = [0, 0];
  for (const path of paths) {
    // The command that closes a ring leads back to its first point, which is not repeated.
    const length = areRings && isClosed(path) ? path.length - 1 : path.length;
    // A single point is neither a line nor a ring.
    if (length < 2) continue;
    commands.push(moveTo(1));
    for (let place = 0; place < length; place++) {
      if (place === 1) commands.push(lineTo(length - 1));
      const point = path[place];
      commands.push(zigzag(point[0] - x), zigzag(point[1] - y));
      x = point[0];
      y = point[1];
    }
    if (areRings) commands.push(closePath);
  }
  return commands;
}

function isClosed(path: readonly TilePoint[]): boolean {
  const [first] = path;
  const last = path.at(-1);
  return first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
