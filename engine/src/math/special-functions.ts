/** ln Γ(x) for x > 0 (Lanczos, g = 7, n = 9; relative error below 1e-14). */
function logGamma(x: number): number {
  const coefficients = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
    -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
    1.5056327351493116e-7,
  ];
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  let sum = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) sum += coefficients[i] / (shifted + i);
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/**
 * The regularised upper incomplete gamma function Q(a, x), by its series below x = a + 1 and by
 * Lentz's continued fraction above (Abramowitz & Stegun 6.5.29 and 6.5.31).
 */
function upperGamma(a: number, x: number): number {
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 1000 && term > sum * 1e-16; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return Math.max(0, 1 - front * sum);
  }
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < 1000; n++) {
    const an = -n * (n - a);
    b += 2;
    d = 1 / (an * d + b);
    c = b + an / c;
    const delta = c * d;
    h *= delta;
    if (Math.abs(delta - 1) < 1e-15) break;
  }
  return front * h;
}

/** The probability that a χ² variable of `degrees` degrees of freedom exceeds x. */
export function chiSquareSurvival(x: number, degrees: number): number {
  if (!(x > 0)) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return upperGamma(degrees / 2, x / 2);
}

/** The median of χ² with `degrees` degrees of freedom, by bisection. */
export function chiSquareMedian(degrees: number): number {
  let low = 0;
  let high = degrees + 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (chiSquareSurvival(middle, degrees) > 0.5) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The standard normal quantile of a probability in (0, 1), by bisection on the χ² tail. */
export function normalQuantile(probability: number): number {
  if (!(probability > 0 && probability < 1)) {
    throw new RangeError(`a probability must lie between 0 and 1, got ${probability}`);
  }
  if (probability === 0.5) return 0;
  const upper = Math.min(probability, 1 - probability);
  let low = 0;
  let high = 40;
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (chiSquareSurvival(middle * middle, 1) / 2 > upper) low = middle;
    else high = middle;
  }
  const magnitude = (low + high) / 2;
  return probability < 0.5 ? -magnitude : magnitude;
}

/**
 * The χ² tail as a table over [0, limit), for where it is wanted once for each pixel: linear between
 * `steps` nodes, error below 1e-5; 0 beyond the limit.
 */
export function chiSquareTable(degrees: number): (x: number) => number {
  const known = tables.get(degrees);
  if (known) return known;
  const limit = 80;
  const steps = 8000;
  const table = new Float64Array(steps + 2);
  for (let i = 0; i < steps; i++) table[i] = chiSquareSurvival((i * limit) / steps, degrees);
  const survival = (x: number): number => {
    const position = (x * steps) / limit;
    if (!(position < steps)) return 0;
    const index = position | 0;
    return table[index] + (table[index + 1] - table[index]) * (position - index);
  };
  tables.set(degrees, survival);
  return survival;
}

/** Made once for each number of degrees of freedom. */
const tables = new Map<number, (x: number) => number>();
