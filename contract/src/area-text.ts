import type { AreaUnits } from './area-units.ts';

/** International acres: 4,046.8564224 m² each (NIST Special Publication 811, appendix B.8). */
const acresPerHectare = 10_000 / 4_046.856_422_4;
const hectaresPerSquareKilometer = 100;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const noDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const steadyDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export interface AreaFormat {
  readonly units: AreaUnits;
  /** Whether a square kilometre and more is written in square kilometres instead of hectares. */
  readonly isLarge?: boolean;
  /** Whether numbers below a thousand always have a decimal, so that words beside a growing one do not move. */
  readonly isSteady?: boolean;
}

/**
 * The parts of an area for people: the first unit, and the second one where there are two. A
 * no-break space holds number and unit together.
 */
export function areaParts(
  hectares: number,
  { units, isLarge = false, isSteady = false }: AreaFormat,
): readonly [first: string, second?: string] {
  const formatSize = isSteady ? steadySize : size;
  const acres = `${formatSize(hectares * acresPerHectare)}\u00a0ac`;
  if (units === 'acres') return [acres];
  const metric =
    isLarge && hectares >= hectaresPerSquareKilometer
      ? `${formatSize(hectares / hectaresPerSquareKilometer)}\u00a0km²`
      : `${formatSize(hectares)}\u00a0ha`;
  return units === 'both' ? [metric, acres] : [metric];
}

/** Writes an area as one text: '12.5 ha', '30.9 ac' or '12.5 ha (30.9 ac)'. */
export function formatArea(hectares: number, format: AreaFormat): string {
  const [first, second] = areaParts(hectares, format);
  return second === undefined ? first : `${first} (${second})`;
}

/** Writes a number with a decimal only where it matters: 0.4, 12.5, 1,234. */
function size(value: number): string {
  return (value < 100 ? oneDecimal : noDecimal).format(value);
}

function steadySize(value: number): string {
  return (value < 1_000 ? steadyDecimal : noDecimal).format(value);
}
