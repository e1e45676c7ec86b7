import { licenseText } from 'spdx-license-list/licenses/CC-BY-NC-SA-4.0.json';
import { expect, test } from 'vitest';
import { readLegalCode } from './legal-code.ts';

const blocks = readLegalCode(licenseText);
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

test('keeps every word, in order', () => {
  const said = blocks.map((block) =>
    block.kind === 'item' ? `${block.marker} ${block.text}` : block.text,
  );
  expect(squeeze(said.join(' '))).toBe(squeeze(licenseText));
});

// The outline as creativecommons.org/licenses/by-nc-sa/4.0/legalcode shows it.
test('finds the eight sections', () => {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? [block.text] : []));
  expect(headings.filter((heading) => heading.startsWith('Section'))).toEqual([
    'Section 1 – Definitions.',
    'Section 2 – Scope.',
    'Section 3 – License Conditions.',
    'Section 4 – Sui Generis Database Rights.',
    'Section 5 – Disclaimer of Warranties and Limitation of Liability.',
    'Section 6 – Term and Termination.',
    'Section 7 – Other Terms and Conditions.',
    'Section 8 – Interpretation.',
  ]);
  expect(headings).toHaveLength(11);
});

test('finds how deep a condition stands', () => {
  const deepest = blocks.filter((block) => block.kind === 'item' && block.depth === 4);
  expect(deepest.map((block) => block.kind === 'item' && block.marker)).toEqual([
    'i.',
    'ii.',
    'iii.',
    'iv.',
    'v.',
  ]);
  const definitions = blocks.filter((block) => block.kind === 'item').slice(0, 14);
  expect(definitions.map((block) => block.marker).join('')).toBe('a.b.c.d.e.f.g.h.i.j.k.l.m.n.');
  expect(definitions.every((block) => block.depth === 1)).toBe(true);
});
