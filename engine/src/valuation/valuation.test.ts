import { describe, expect, test } from 'vitest';
import { valuationVectors } from '../../testing/valuation-vectors.ts';
import {
  classTexels,
  coefficientLimits,
  colourOfHex,
  colourOfValue,
  curveTypes,
  defaultCurve,
  hexOfColour,
  namedPalette,
  palettes,
  previewPoints,
  type SpecifiedCurveType,
  shaderUniforms,
  valuationFunction,
} from './index.ts';

const elevation = { min: 2, max: 1302 };
const curveOf = (type: SpecifiedCurveType, A: number, B: number, C: number) => ({
  type,
  coefficients: { A, B, C },
});

describe('the vectors of an independent calculation', () => {
  test.each(valuationVectors)('$curve of $x in $palette', (vector) => {
    const { curve, range, x } = vector;
    const value = valuationFunction({ kind: 'curve', curve, range })(x);
    expect(value).toBeCloseTo(vector.value, 12);
    const palette = palettes.find(({ name }) => name === vector.palette);
    const colour = colourOfValue(value, palette!);
    for (const [part, exact] of vector.colour.entries()) {
      expect(colour[part]).toSatisfy(Number.isInteger);
      expect(Math.abs(colour[part] - exact)).toBeLessThan(0.5 + 1e-6);
    }
  });
});

describe('curves', () => {
  test.each(['lin', 'log', 'exp'] as const)('%s has one value for a constant layer', (type) => {
    const range = { min: 7, max: 7 };
    const curve = curveOf(type, 2, type === 'lin' ? 0 : 5, 0.3);
    expect(valuationFunction({ kind: 'curve', curve, range })(7)).toBe(0.3);
  });

  test('a step is above its threshold, not at it', () => {
    const valuation = { kind: 'curve', curve: curveOf('step', 0.5, 10, 0.1), range: elevation };
    const valueAt = valuationFunction(valuation as Parameters<typeof valuationFunction>[0]);
    expect([9, 10, 11].map(valueAt)).toEqual([0.1, 0.1, 0.6]);
  });

  test.each(curveTypes)('%s has no value where there is no number', (type) => {
    const curve = defaultCurve(type, elevation);
    expect(valuationFunction({ kind: 'curve', curve, range: elevation })(Number.NaN)).toBeNaN();
  });

  test('a class has the value that it was given, any other none', () => {
    const values = [
      { code: 11, value: -0.5 },
      { code: 41, value: 1 },
    ];
    const valueAt = valuationFunction({ kind: 'classes', values });
    expect([11, 41, 42].map(valueAt)).toEqual([-0.5, 1, Number.NaN]);
  });
});

describe('coefficients', () => {
  test('begin as the specification says', () => {
    const begin = (type: SpecifiedCurveType) => {
      const curve = defaultCurve(type, elevation);
      return 'coefficients' in curve && curve.coefficients;
    };
    expect(begin('lin')).toEqual({ A: 0.5, B: 0, C: 0 });
    expect(begin('exp')).toEqual({ A: 0.5, B: 5, C: 0 });
    expect(begin('log')).toEqual({ A: 0.5, B: 5, C: 0 });
    expect(begin('step')).toEqual({ A: 0.5, B: 2 + 1300 / 3, C: 0 });
  });

  test('have the limits that the specification says', () => {
    const { A, B, C } = coefficientLimits('exp', elevation);
    expect(A).toMatchObject({ min: -2, max: 2, step: 0.1 });
    expect(B).toMatchObject({ min: 0.1, max: 10, step: 0.1, isFixed: false });
    expect(C).toMatchObject({ min: -1, max: 1, step: 0.1 });
    expect(coefficientLimits('lin', elevation).B).toMatchObject({ min: 0, max: 0, isFixed: true });
    expect(coefficientLimits('step', elevation).B).toMatchObject({ min: 2, max: 1302, step: 1 });
  });

  test.each([
    [{ min: 0, max: 20 }, 1],
    [{ min: 0, max: 19 }, 0.19],
    [{ min: -0.2, max: 0.8 }, 0.01],
  ])('the threshold of %o moves by %d', (range, step) => {
    expect(coefficientLimits('step', range).B.step).toBeCloseTo(step, 12);
  });
});

test('a preview has 21 points and cuts what leaves its axis', () => {
  const points = previewPoints(curveOf('lin', 2, 0, 1), elevation);
  expect(points).toHaveLength(21);
  expect(points[0]).toEqual({ x: 2, value: 1, shownValue: 1, isCut: false });
  expect(points[2]).toMatchObject({ x: 132, isCut: false });
  expect(points[3]).toMatchObject({ x: 197, shownValue: 1.25, isCut: true });
  expect(points[20]).toEqual({ x: 1302, value: 3, shownValue: 1.25, isCut: true });
});

describe('palettes', () => {
  test('the default is black and white about gray', () => {
    expect(palettes[0]).toMatchObject({ name: 'Black/White' });
    expect(colourOfValue(0, palettes[0])).toEqual([128, 128, 128]);
    expect(colourOfValue(-3, palettes[0])).toEqual([0, 0, 0]);
    expect(colourOfValue(3, palettes[0])).toEqual([255, 255, 255]);
  });

  test.each(palettes)(
    '$name is found by its colours, through their text',
    ({ name, ...colours }) => {
      const [min, zero, max] = [colours.min, colours.zero, colours.max].map(
        (colour) => colourOfHex(hexOfColour(colour))!,
      );
      expect(namedPalette({ min: min!, zero: zero!, max: max! })?.name).toBe(name);
    },
  );

  test.each(['', '#12345', '123456', '#12345g', '#1234567'])('%s is no colour', (text) => {
    expect(colourOfHex(text)).toBeUndefined();
  });
});

describe('what the shader is given', () => {
  const [palette] = palettes;

  test('is in the numbers of the texture', () => {
    const valuation = { kind: 'curve', curve: curveOf('exp', 1, 5, 0), range: elevation } as const;
    const uniforms = shaderUniforms(valuation, palette, { offset: 2, scale: 0.5 });
    expect(uniforms.valuation_range).toEqual([0, 1 / 2600]);
    expect(uniforms.valuation_coefficients).toEqual([1, 5, 0, 1]);
    expect(uniforms.valuation_palette_min).toEqual([0, 0, 0]);
  });

  test('has a peak and its width, and points, in the numbers of the texture', () => {
    const encoding = { offset: 2, scale: 0.5 };
    const coefficients = { A: 1, B: 402, C: 0, D: 100 };
    const peak = {
      kind: 'curve',
      curve: { type: 'peak', coefficients },
      range: elevation,
    } as const;
    const uniforms = shaderUniforms(peak, palette, encoding);
    expect(uniforms.valuation_coefficients).toEqual([1, 800, 0, 200]);
    const points = [
      [2, -1],
      [102, 1],
    ] as const;
    const joined = { kind: 'curve', curve: { type: 'points', points }, range: elevation } as const;
    expect(shaderUniforms(joined, palette, encoding)).toMatchObject({
      valuation_points: [0, -1, 200, 1],
      valuation_point_count: 2,
    });
  });

  test.each([0.1, 0.3, -0.1, 16777217, -16777217, 1e-60, -1e-60])(
    'a threshold of %d parts the same texels as in 64 bits',
    (threshold) => {
      const range = { min: -1e9, max: 1e9 };
      const curve = curveOf('step', 1, threshold, 0);
      const uniforms = shaderUniforms({ kind: 'curve', curve, range }, palette, {
        offset: 0,
        scale: 1,
      });
      const given = uniforms.valuation_coefficients[1];
      expect(Math.fround(given)).toBe(given);
      expect(given).toBeLessThanOrEqual(threshold);
      const near = Math.fround(threshold);
      const step = Math.max(2 ** -149, Math.abs(near) * 2 ** -23);
      for (const texel of [near - step, near, near + step].map(Math.fround)) {
        expect(texel > given).toBe(texel > threshold);
      }
    },
  );

  test('has the value of every class where its texel stands', () => {
    const texels = classTexels([{ code: 41, value: 0.5 }], { offset: 11, scale: 1 });
    expect(texels).toHaveLength(65_536);
    expect(texels[30]).toBe(0.5);
    expect(texels[31]).toBe(1e9);
  });

  test('a texture whose order is turned is refused', () => {
    const valuation = { kind: 'classes', values: [] } as const;
    expect(() => shaderUniforms(valuation, palette, { offset: 0, scale: -1 })).toThrow('not -1');
  });
});
