import { viewOf } from '../../memory/view-of.ts';
import { damaged, TiffError, tooLarge } from '../errors.ts';
import type { TiffLimits } from '../limits.ts';
import type { StructureReader } from './structure-reader.ts';
import { fieldType, fieldTypeBytes } from './tags.ts';

interface TiffHeader {
  readonly littleEndian: boolean;
  readonly bigTiff: boolean;
  readonly firstDirectoryOffset: number;
}

/** Reads the 8 bytes of a classic header or the 16 of a BigTIFF one. */
export async function readHeader(reader: StructureReader): Promise<TiffHeader> {
  const { source, fileBytes } = reader;
  if (fileBytes !== undefined && fileBytes < 8) {
    throw new TiffError('not-a-tiff', `${source.name} has ${fileBytes} bytes: too few for a TIFF.`);
  }
  const start = await reader.read(0, 8, 'The header');
  const mark = String.fromCharCode(start[0], start[1]);
  if (mark !== 'II' && mark !== 'MM') {
    throw new TiffError(
      'not-a-tiff',
      `${source.name} is not a TIFF: it does not begin with II or MM.`,
    );
  }
  const littleEndian = mark === 'II';
  const view = viewOf(start);
  const version = view.getUint16(2, littleEndian);
  if (version === 42) {
    return { littleEndian, bigTiff: false, firstDirectoryOffset: view.getUint32(4, littleEndian) };
  }
  if (version !== 43) {
    throw new TiffError(
      'not-a-tiff',
      `${source.name} is not a TIFF: its version is ${version}, not 42 or 43.`,
    );
  }
  const big = viewOf(await reader.read(0, 16, 'The BigTIFF header'));
  if (big.getUint16(4, littleEndian) !== 8 || big.getUint16(6, littleEndian) !== 0) {
    throw damaged(`The BigTIFF header of ${source.name} is damaged.`);
  }
  return {
    littleEndian,
    bigTiff: true,
    firstDirectoryOffset: readOffset64(big, 8, littleEndian, 'The first directory'),
  };
}

/** A file whose header has been read. */
export interface TiffFile extends TiffHeader {
  readonly reader: StructureReader;
  readonly limits: TiffLimits;
}

/** The types of fields that hold text: ASCII, and two of bytes (1 and 7), which some programs write. */
const textTypes: readonly number[] = [fieldType.ascii, 1, 7];

interface Entry {
  readonly type: number;
  readonly count: number;
  /** Where the value begins in the file: inside the entry or elsewhere. */
  readonly offset: number;
}

/** One image file directory. Values are read when they are asked for. */
export class Directory {
  readonly offset: number;
  /** 0 at the end of the chain. */
  readonly nextOffset: number;
  readonly #entries: ReadonlyMap<number, Entry>;
  readonly #reader: StructureReader;
  readonly #littleEndian: boolean;
  readonly #limits: TiffLimits;

  constructor(
    place: { offset: number; nextOffset: number; littleEndian: boolean },
    entries: ReadonlyMap<number, Entry>,
    reader: StructureReader,
    limits: TiffLimits,
  ) {
    this.offset = place.offset;
    this.nextOffset = place.nextOffset;
    this.#littleEndian = place.littleEndian;
    this.#entries = entries;
    this.#reader = reader;
    this.#limits = limits;
  }

  has(tag: number): boolean {
    return this.#entries.has(tag);
  }

  /** The number of a tag's values; 0 if it is absent. */
  count(tag: number): number {
    return this.#entries.get(tag)?.count ?? 0;
  }

  /** A tag's first number; undefined when it is absent. */
  async number(tag: number): Promise<number | undefined> {
    return (await this.numbers(tag))?.[0];
  }

  /** A tag's numbers; undefined when it is absent or holds none. */
  numbers(tag: number): Promise<Float64Array | undefined> {
    return this.numbersBetween(tag, 0, this.count(tag));
  }

  /**
   * A tag's numbers from `first` up to `end`, which must exist; undefined if it is absent or has
   * none.
   */
  async numbersBetween(tag: number, first: number, end: number): Promise<Float64Array | undefined> {
    const entry = this.#entries.get(tag);
    if (!entry || entry.count === 0) return undefined;
    const offset = entry.offset + first * fieldTypeBytes[entry.type];
    const part = { type: entry.type, count: end - first, offset };
    const bytes = await this.#value(tag, part);
    return toNumbers(bytes, part, this.#littleEndian, `Tag ${tag}`);
  }

  /** A tag's bytes without any conversion; undefined if it is absent. */
  async bytes(tag: number): Promise<Uint8Array | undefined> {
    const entry = this.#entries.get(tag);
    return entry && this.#value(tag, entry);
  }

  /** A tag's text, also one of plain bytes, up to its first NUL; undefined if it is absent or is not text. */
  async text(tag: number): Promise<string | undefined> {
    if (!textTypes.includes(this.#entries.get(tag)?.type ?? 0)) return undefined;
    const bytes = await this.bytes(tag);
    return bytes && new TextDecoder().decode(bytes).split('\0', 1)[0];
  }

  async #value(tag: number, entry: Entry): Promise<Uint8Array> {
    const length = entry.count * fieldTypeBytes[entry.type];
    const { tagBytes } = this.#limits;
    this.#reader.requireInside(entry.offset, length, `Tag ${tag}`);
    if (length > tagBytes) {
      throw tooLarge(`Tag ${tag} holds ${length} bytes; the limit is ${tagBytes}.`);
    }
    return this.#reader.read(entry.offset, length, `Tag ${tag}`);
  }
}

/** Reads the entries of the directory at `offset`; entries of an unknown field type are left out. */
export async function readDirectory(file: TiffFile, offset: number): Promise<Directory> {
  const { reader, limits, littleEndian, bigTiff } = file;
  const what = `The image directory at ${offset}`;
  const countBytes = bigTiff ? 8 : 2;
  const entryBytes = bigTiff ? 20 : 12;
  const wordBytes = bigTiff ? 8 : 4;
  const countView = viewOf(await reader.read(offset, countBytes, what));
  const count = bigTiff
    ? readOffset64(countView, 0, littleEndian, `The number of entries of ${what}`)
    : countView.getUint16(0, littleEndian);
  if (count === 0 || count > 65_535) throw damaged(`${what} declares ${count} entries.`);
  // Some writers leave out the offset of the next directory at the end of the file.
  const tableBytes = count * entryBytes;
  const isCutShort = offset + countBytes + tableBytes + wordBytes > (reader.fileBytes ?? Infinity);
  const view = viewOf(
    await reader.read(offset + countBytes, tableBytes + (isCutShort ? 0 : wordBytes), what),
  );
  const readWord = (position: number) =>
    bigTiff
      ? readOffset64(view, position, littleEndian, `An offset in ${what}`)
      : view.getUint32(position, littleEndian);

  const entries = new Map<number, Entry>();
  for (let index = 0; index < count; index++) {
    const position = index * entryBytes;
    const type = view.getUint16(position + 2, littleEndian);
    const valueBytes = fieldTypeBytes[type];
    if (valueBytes === undefined) continue;
    const valueCount = readWord(position + 4);
    const valuePosition = position + 4 + wordBytes;
    const isInline = valueCount * valueBytes <= wordBytes;
    entries.set(view.getUint16(position, littleEndian), {
      type,
      count: valueCount,
      offset: isInline ? offset + countBytes + valuePosition : readWord(valuePosition),
    });
  }
  const nextOffset = isCutShort ? 0 : readWord(tableBytes);
  return new Directory({ offset, nextOffset, littleEndian }, entries, reader, limits);
}

function toNumbers(
  bytes: Uint8Array,
  entry: Entry,
  littleEndian: boolean,
  what: string,
): Float64Array {
  const view = viewOf(bytes);
  const step = fieldTypeBytes[entry.type];
  const read = numberReader(view, entry.type, littleEndian, what);
  const numbers = new Float64Array(entry.count);
  for (let index = 0; index < entry.count; index++) {
    numbers[index] = read(index * step);
  }
  return numbers;
}

function numberReader(
  view: DataView,
  type: number,
  littleEndian: boolean,
  what: string,
): (position: number) => number {
  switch (type) {
    case 1:
    case 2:
    case 7:
      return (position) => view.getUint8(position);
    case 3:
      return (position) => view.getUint16(position, littleEndian);
    case 4:
    case 13:
      return (position) => view.getUint32(position, littleEndian);
    case 5:
      return (position) =>
        view.getUint32(position, littleEndian) / view.getUint32(position + 4, littleEndian);
    case 6:
      return (position) => view.getInt8(position);
    case 8:
      return (position) => view.getInt16(position, littleEndian);
    case 9:
      return (position) => view.getInt32(position, littleEndian);
    case 10:
      return (position) =>
        view.getInt32(position, littleEndian) / view.getInt32(position + 4, littleEndian);
    case 11:
      return (position) => view.getFloat32(position, littleEndian);
    case 12:
      return (position) => view.getFloat64(position, littleEndian);
    case 17:
      return (position) => Number(view.getBigInt64(position, littleEndian));
    default:
      return (position) => readOffset64(view, position, littleEndian, what);
  }
}

/** Reads a 64-bit unsigned number, which must be exact as a JavaScript number. */
function readOffset64(
  view: DataView,
  position: number,
  littleEndian: boolean,
  what: string,
): number {
  const value = view.getBigUint64(position, littleEndian);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw damaged(`${what} has the impossible value ${value}.`);
  }
  return Number(value);
}
