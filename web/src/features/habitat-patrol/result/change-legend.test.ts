import { expect, test } from 'vitest';
import { changeClasses, hasClassColours } from './change-legend.tsx';

const statistics = {
  kinds: [{ kind: 'burn', hectares: 3, share: 1, patch_count: 1 }],
} as unknown as Parameters<typeof changeClasses>[0]['statistics'];
const severities = [
  { severity: 'high_severity' as const, hectares: 2, share: 0.7 },
  { severity: 'moderate_low_severity' as const, hectares: 1, share: 0.3 },
];

test('a legend names severities, else kinds, else change alone', () => {
  const bySeverity = { kinds_on_map: false, statistics: { ...statistics, severities } };
  expect(changeClasses(bySeverity)).toEqual(['high_severity', 'moderate_low_severity']);
  expect(hasClassColours(bySeverity)).toBe(true);
  const byKind = { kinds_on_map: true, statistics };
  expect(changeClasses(byKind)).toEqual(['burn']);
  expect(hasClassColours(byKind)).toBe(true);
  // Results of the first version tell no classes apart.
  expect(changeClasses({ statistics })).toEqual(['changed']);
  expect(hasClassColours({ statistics })).toBe(false);
});
