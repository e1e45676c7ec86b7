import { expect, test } from 'vitest';
import { readProjectId } from './project-id.ts';

// Specification part 3, section 2: 404 if projectID is not an integer. An integer that is no
// project of one's own is answered by 401.
test.each(['7', '0', '-7', '12345678901234567890'])('%s is an integer', (text) => {
  expect(readProjectId(text)).toBe(Number(text));
});

test.each(['', 'seven', '1.5', '1e3', '0x10', ' 7', '7a', '-'])('%j is no integer', (text) => {
  expect(readProjectId(text)).toBeNull();
});
