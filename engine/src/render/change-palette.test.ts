import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changeKindCode, severityCode } from '../change/options.ts';
import { hexOfColour, type Rgb } from '../valuation/index.ts';
import {
  changeAlpha,
  changeCodes,
  changePalette,
  changeRendering,
  paletteKinds,
  paletteSeverities,
} from './change-palette.ts';

type Matrix = readonly (readonly [number, number, number])[];

/**
 * Colour vision without one kind of cone, in linear sRGB: G. M. Machado, M. M. Oliveira & L. A. F.
 * Fernandes, IEEE Trans. Visualization and Computer Graphics 15(6), 2009, severity 1.0.
 */
const visions: Readonly<Record<string, Matrix>> = {
  common: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** IEC 61966-2-1: sRGB to XYZ of D65, and its white. */
const toXyz: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const white = [0.95047, 1, 1.08883] as const;

/** The ground under the layer, in the colours of natural-colour pictures. */
const grounds: Readonly<Record<string, Rgb>> = {
  'conifer forest': [34, 48, 28],
  'deciduous forest': [52, 66, 40],
  scrub: [96, 92, 70],
  'dry grass': [150, 130, 100],
  'bare soil': [205, 188, 155],
  'deep water': [20, 30, 45],
  'snow or cloud': [235, 235, 230],
};

function times(matrix: Matrix, vector: readonly number[]): number[] {
  return matrix.map((row) => row.reduce((sum, part, index) => sum + part * vector[index], 0));
}

/** CIE 1976 L*a*b* of a colour as somebody with this vision sees it. */
function seen(colour: readonly number[], vision: Matrix): number[] {
  const linear = colour.slice(0, 3).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const perceived = times(vision, linear).map((part) => Math.min(1, Math.max(0, part)));
  const [x, y, z] = times(toXyz, perceived).map((part, index) => {
    const ratio = part / white[index];
    return ratio > 216 / 24_389 ? Math.cbrt(ratio) : ((24_389 / 27) * ratio + 16) / 116;
  }) as [number, number, number];
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976 colour difference; 2.3 is just noticeable side by side (Mahy and others 1994). */
function difference(one: readonly number[], other: readonly number[]): number {
  return Math.hypot(...one.map((part, index) => part - other[index]));
}

function over(colour: Rgb, ground: Rgb): number[] {
  const share = changeAlpha / 255;
  return colour.map((part, index) => share * part + (1 - share) * ground[index]);
}

const legends = [paletteKinds, paletteSeverities].map((legend) =>
  legend.map((name) => ({ name, colour: changePalette[name].colour as Rgb })),
);

describe.each(Object.entries(visions))('with %s', (_name, vision) => {
  test.each(Object.entries(grounds))(
    'classes of a legend stand apart from each other and from %s',
    (_ground, ground) => {
      for (const legend of legends) {
        for (const [index, { name, colour }] of legend.entries()) {
          const mine = seen(over(colour, ground), vision);
          expect(difference(mine, seen(ground, vision)), name).toBeGreaterThan(23);
          for (const other of legend.slice(index + 1)) {
            const theirs = seen(over(other.colour, ground), vision);
            expect(difference(mine, theirs), `${name} and ${other.name}`).toBeGreaterThan(25);
          }
        }
      }
    },
  );
});

test('docs/formats.md tells the numbers, names and colours', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8');
  for (const { code, name, colour } of Object.values(changePalette)) {
    const row = page.split('\n').find((line) => line.startsWith(`| ${code} | ${name}`));
    expect(row, name).toBeDefined();
    if (code !== changePalette.outside.code) expect(row).toContain(hexOfColour(colour));
  }
});

test('numbers are a byte each, none is another one’s, and tiles have a colour for each change', () => {
  const codes = Object.values(changePalette).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.every((code) => Number.isInteger(code) && code >= 0 && code <= 255)).toBe(true);
  expect(paletteKinds).toEqual(Object.keys(changeKindCode));
  expect(paletteSeverities).toEqual(Object.keys(severityCode));
  expect(changeCodes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 11, 10, 9, 12]);
  const drawn = new Map(changeRendering().classes.map((each) => [each.code, each.colour]));
  for (const { name, colour } of legends.flat()) {
    expect(drawn.get(changePalette[name].code)).toEqual([...colour, changeAlpha]);
  }
});
