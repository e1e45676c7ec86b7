import { expect, test } from 'vitest';
import { contactAddresses } from '../../../lib/site-settings.ts';
import { subjectOf } from './contact-subject.ts';

// The subjects of the specification, part 1 §3; 'Reaching out' is its default.
test.each([
  ['?subject=Reaching+out', 'Reaching out'],
  ['?subject=Providing%20feedback', 'Providing feedback'],
  ['?subject=reporting+a+bug', 'Reporting a bug'],
  ['?subject=Other', 'Other'],
  ['?subject=Something%20else', 'Reaching out'],
  ['', 'Reaching out'],
])('%j is about %j', (search, subject) => {
  expect(subjectOf(new URLSearchParams(search))).toBe(subject);
});

test('the links of navbar, footer and site map name subjects that the form has', () => {
  const subjects = Object.values(contactAddresses).map((address) =>
    subjectOf(new URL(address, 'http://a').searchParams),
  );
  expect(subjects).toEqual(['Reaching out', 'Providing feedback', 'Reporting a bug']);
});
