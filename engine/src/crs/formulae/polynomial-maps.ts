import { type Formula, ofParallels, zeroOf } from './formula.ts';

/** Terms of a polynomial: powers of a latitude with their coefficients. */
type Polynomial = readonly (readonly [power: number, coefficient: number])[];

/**
 * Maps of the world on a sphere of radius 1 that were drawn by eye and then written as polynomials:
 * Natural Earth (Šavrič, Jenny, Patterson, Petrovič and Hurni 2011), Natural Earth II (Šavrič, Patterson
 * and Jenny 2015), Patterson's (Patterson, Šavrič and Jenny 2015) and the compact Miller map (Jenny,
 * Šavrič and Patterson 2015).
 */
export const polynomialMaps: Readonly<Record<string, Formula>> = {
  natearth: mapOf(
    [
      [0, 0.8707],
      [2, -0.131979],
      [4, -0.013791],
      [10, 0.003971],
      [12, -0.001529],
    ],
    [
      [1, 1.007226],
      [3, 0.015085],
      [7, -0.044475],
      [9, 0.028874],
      [11, -0.005916],
    ],
  ),
  natearth2: mapOf(
    [
      [0, 0.84719],
      [2, -0.13063],
      [12, -0.04515],
      [14, 0.05494],
      [16, -0.02326],
      [18, 0.00331],
    ],
    [
      [1, 1.01183],
      [9, -0.02625],
      [11, 0.01926],
      [13, -0.00396],
    ],
  ),
  patterson: mapOf(
    [[0, 1]],
    [
      [1, 1.0148],
      [5, 0.23185],
      [7, -0.14499],
      [9, 0.02406],
    ],
  ),
  comill: mapOf(
    [[0, 1]],
    [
      [1, 0.9902],
      [3, 0.1604],
      [5, -0.03054],
    ],
  ),
};

/**
 * @param width the length of a radian of longitude, by latitude
 * @param height the distance from the equator, by latitude
 */
function mapOf(width: Polynomial, height: Polynomial): Formula {
  const slope = height.map(([power, factor]) => [power - 1, power * factor] as const);
  const heightAt = polynomial(height);
  return ofParallels(polynomial(width), heightAt, (y) =>
    zeroOf((at) => heightAt(at) - y, polynomial(slope), y),
  );
}

function polynomial(terms: Polynomial): (at: number) => number {
  return (at) => terms.reduce((sum, [power, factor]) => sum + factor * at ** power, 0);
}
