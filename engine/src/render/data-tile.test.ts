import { expect, test } from 'vitest';
import { type DataTile, decodeDataTile, encodeDataTile, pixelState } from './data-tile.ts';

const { outside, noData, valid } = pixelState;
const tileOf = (numbers: DataTile['numbers']): DataTile => ({
  numbers,
  states: new Uint8Array([outside, noData, valid, valid]),
  sizePixels: 2,
  borderPixels: 0,
  offset: -9.5,
  scale: 0.1,
});
const wholeNumbers = tileOf(new Uint16Array([0, 0, 258, 65_535]));
const bytesOf = (tile: DataTile) => encodeDataTile(tile).buffer as ArrayBuffer;

test.each([
  ['whole numbers', wholeNumbers],
  ['numbers of 32 bits', tileOf(new Float32Array([0, 0, 0.1, -3.4e38]))],
  ['colours', tileOf(new Uint8Array(16).map((_, index) => index * 16))],
])('%s come back as they were', (_, tile) => {
  expect(decodeDataTile(bytesOf(tile))).toEqual(tile);
});

test('stands in bytes as it is described', () => {
  const bytes = encodeDataTile(wholeNumbers);
  expect(bytes).toHaveLength(32 + 8 + 4);
  expect(String.fromCharCode(...bytes.slice(0, 4))).toBe('RVDT');
  expect([...bytes.slice(4, 10)]).toEqual([2, 0, 2, 0, 0, 0]);
  // IEEE 754: −9.5 is C0 23 00 …, the most significant byte last.
  expect([...bytes.slice(16, 24)]).toEqual([0, 0, 0, 0, 0, 0, 0x23, 0xc0]);
  expect([...bytes.slice(32)]).toEqual([0, 0, 2, 255, 0, 0, 1, 255, 0, 1, 2, 2]);
});

test.each([
  ['nothing', (bytes: Uint8Array) => bytes.slice(0, 0)],
  ['a head cut off', (bytes: Uint8Array) => bytes.slice(0, 31)],
  ['numbers cut off', (bytes: Uint8Array) => bytes.slice(0, -1)],
  ['something else', (bytes: Uint8Array) => bytes.fill(0, 0, 1)],
  ['another version', (bytes: Uint8Array) => bytes.fill(1, 4, 5)],
  ['another kind', (bytes: Uint8Array) => bytes.fill(3, 5, 6)],
  ['an immense side', (bytes: Uint8Array) => bytes.fill(255, 6, 8)],
])('%s is refused', (_, damage) => {
  const bytes = damage(encodeDataTile(wholeNumbers));
  expect(() => decodeDataTile(bytes.slice().buffer as ArrayBuffer)).toThrow(RangeError);
});
