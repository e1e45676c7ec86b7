export * from './combination.ts';
export * from './curve.ts';
export * from './palettes.ts';
export * from './shader.ts';
export * from './valuation.ts';
