import { describe, expect, test } from 'vitest';
import { analyzePlace, moreNoChangePlaces } from '../../../testing/no-change-places.ts';

describe.each(moreNoChangePlaces)('nothing happens: %s', (...place) => {
  test('other seasons, air and light are at most 0.3 % change', async () => {
    const { clearShare, changedShare } = await analyzePlace(place);
    expect(clearShare).toBeGreaterThan(0.7);
    expect(changedShare).toBeLessThanOrEqual(0.003);
  });
});
