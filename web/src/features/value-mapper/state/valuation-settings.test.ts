import { expect, test } from 'vitest';
import { layerSample, rasterSample, valuedSample } from '../testing/map-layers.ts';
import { appearanceOf, classColour } from './appearance-of.ts';
import { defaultSettings, settingsOf, valuationOf, withCurveType } from './valuation-settings.ts';

const range = { min: 99, max: 640 };

test('a valued raster opens with what it was made with', () => {
  expect(settingsOf(valuedSample)).toEqual({
    function: { type: 'exp', coefficients: { A: 1, B: 2.5, C: -0.5 } },
    palette: { min: [24, 88, 164], zero: [245, 243, 238], max: [222, 104, 16] },
  });
});

test('another curve keeps amplitude and offset, and begins with its own B', () => {
  const settings = withCurveType(settingsOf(valuedSample), 'step', range);
  const { coefficients } = settings.function as { coefficients: unknown };
  expect(coefficients).toEqual({ A: 1, B: 99 + 541 / 3, C: -0.5 });
});

const landCover = {
  ...rasterSample,
  kind: 'categorical' as const,
  classes: [
    { code: 11, color: '#466b9f', count: 40 },
    { code: 41, color: null, count: 60 },
  ],
};

test('classes begin with a value of nothing each', () => {
  expect(defaultSettings(landCover, range).function).toEqual({
    type: 'class',
    values: [
      { code: 11, value: 0 },
      { code: 41, value: 0 },
    ],
  });
});

test('classes are drawn in their own colours and never interpolated', () => {
  const entry = { layer: layerSample, raster: landCover, valued: null };
  const { colouring, isInterpolated } = appearanceOf(entry, landCover, null);
  expect(isInterpolated).toBe(false);
  expect(colouring).toMatchObject({
    kind: 'classes',
    colours: [{ code: 11, colour: [70, 107, 159] }, { code: 41 }],
  });
});

test('classes without a colour have colours that differ', () => {
  const colours = [0, 1, 2, 3, 4, 5].map((index) =>
    classColour({ code: index, color: null, count: null }, index).join(),
  );
  expect(new Set(colours).size).toBe(6);
});

test('a raster without a valuation runs from black to white', () => {
  const entry = { layer: layerSample, raster: rasterSample, valued: null };
  const { colouring, background } = appearanceOf(entry, rasterSample, null);
  expect(colouring).toMatchObject({
    valuation: { curve: { type: 'lin', coefficients: { A: 2, B: 0, C: -1 } }, range },
    palette: { min: [0, 0, 0], max: [255, 255, 255] },
  });
  expect(background).toEqual([173, 216, 230]);
});

test('a valuation goes with the range of its raster', () => {
  expect(valuationOf(settingsOf(valuedSample), range)).toMatchObject({ kind: 'curve', range });
});
