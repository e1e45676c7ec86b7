import { expect, test } from 'vitest';
import { changeClass, severityCode } from '../options.ts';
import { changeSeverities, severityOf } from './severity.ts';

// Key & Benson 2006, table LA-2: the classes of dNBR × 1,000 that are change from 270 on.
test.each([
  ['high_regrowth', -500, -270],
  ['moderate_low_severity', 270, 439],
  ['moderate_high_severity', 440, 659],
  ['high_severity', 660, 1300],
] as const)('%s is dNBR × 1,000 from %d to %d', (severity, from, to) => {
  for (let dnbr = from; dnbr <= to; dnbr++) expect(severityOf(dnbr / 1000)).toBe(severity);
});

test('severity is that of changed pixels, from near infrared and the long shortwave infrared', () => {
  // NBR of nir and swir2 that add up to 1: 0.6 before, then 0.6, 0.2, 0.1, −0.1 and 0.95.
  const date = (values: readonly number[]) => ({
    names: ['swir2', 'nir'] as const,
    bands: [
      Float32Array.from(values, (nbr) => (1 - nbr) / 2),
      Float32Array.from(values, (nbr) => (1 + nbr) / 2),
    ],
  });
  const after = date([0.6, 0.2, 0.1, -0.1, 0.95, -0.1]);
  const { changed, unchanged, unobserved } = changeClass;
  const mask = Uint8Array.of(unchanged, changed, changed, changed, changed, unobserved);
  const { moderate_low_severity, moderate_high_severity, high_severity, high_regrowth } =
    severityCode;
  expect([...changeSeverities(mask, date([0.6, 0.6, 0.6, 0.6, 0.6, 0.6]), after)]).toEqual([
    0,
    moderate_low_severity,
    moderate_high_severity,
    high_severity,
    high_regrowth,
    0,
  ]);
});
