import { describe, expect, test } from 'vitest';
import { analyzePlace, noChangePlaces } from '../../../testing/no-change-places.ts';

describe.each(noChangePlaces)('nothing happens: %s', (...place) => {
  test('other seasons, air and light are at most 0.3 % change', async () => {
    const { clearShare, changedShare } = await analyzePlace(place);
    expect(clearShare).toBeGreaterThan(0.7);
    expect(changedShare).toBeLessThanOrEqual(0.003);
  });
});
