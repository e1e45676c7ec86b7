import type { AreaUnits } from '@refugia/contract/area-units.ts';

/** The international foot and mile (NIST Special Publication 811, appendix B.8). */
const metersPerFoot = 0.3048;
const metersPerMile = 1_609.344;
/** Shorter lengths are written in feet. */
const shortestMiles = 0.1;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const noDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/**
 * Writes a length in the units that belong to a person's units of area: '850 m', '12.5 km',
 * '7.8 mi', or '12.5 km (7.8 mi)'. A no-break space holds number and unit together.
 */
export function formatLength(meters: number, units: AreaUnits): string {
  const miles = meters / metersPerMile;
  const american =
    miles < shortestMiles
      ? `${noDecimal.format(meters / metersPerFoot)}\u00a0ft`
      : `${size(miles)}\u00a0mi`;
  if (units === 'acres') return american;
  const metric =
    meters < 1_000 ? `${noDecimal.format(meters)}\u00a0m` : `${size(meters / 1_000)}\u00a0km`;
  return units === 'both' ? `${metric} (${american})` : metric;
}

function size(value: number): string {
  return (value < 100 ? oneDecimal : noDecimal).format(value);
}
