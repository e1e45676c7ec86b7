export * from './classes.ts';
export * from './coefficients.ts';
export * from './curve.ts';
export * from './palettes.ts';
export * from './preview.ts';
export * from './shader.ts';
export * from './valuation.ts';
