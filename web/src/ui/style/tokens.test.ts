import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

/** A six-digit colour's relative luminance, as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The value of `--color-{name}` in a theme; alpha at the end is left off. */
function color(name: string, theme: Theme): string {
  const match = tokens.match(
    new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\\)`),
  );
  expect(match, `--color-${name} is not a light-dark() pair of hex colours`).not.toBeNull();
  return match![theme === 'light' ? 1 : 2].slice(0, 7);
}

/**
 * Pairs of text and background colours, with a contrast of at least 4.5 to 1 (WCAG 2.2 AA, 1.4.3).
 */
const readPairs: [ink: string, ground: string][] = [
  ...['ink', 'ink-soft', 'ink-faint'].flatMap((ink) =>
    ['canvas', 'surface', 'raised', 'panel', 'sunken', 'hover'].map((ground): [string, string] => [
      ink,
      ground,
    ]),
  ),
  ...['canvas', 'surface', 'raised', 'panel', 'hover', 'brand-soft'].map(
    (ground): [string, string] => ['brand-ink', ground],
  ),
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
  ['on-brand', 'brand-pressed'],
  ['on-accent', 'accent'],
  ['accent-ink', 'accent-soft'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-hover'],
  ['danger-ink', 'danger-soft'],
  ['danger-ink', 'surface'],
  ['danger-ink', 'raised'],
  ['danger-ink', 'panel'],
  ['info-ink', 'info-soft'],
  ['on-deep', 'deep'],
  ['on-deep-soft', 'deep'],
  ['on-deep-brand', 'deep-brand'],
  ['canvas', 'ink'],
];

/**
 * Pairs of colours for controls and meaningful marks, with a contrast of at least 3 to 1 (1.4.11).
 */
const seenPairs: [mark: string, ground: string][] = [
  ...['edge', 'brand', 'focus', 'accent', 'danger', 'info'].flatMap((mark) =>
    ['canvas', 'surface', 'raised'].map((ground): [string, string] => [mark, ground]),
  ),
  ['deep-brand', 'deep'],
  ['deep-accent', 'deep'],
];

describe.each(themes)('the %s theme', (theme) => {
  test.each(readPairs)('%s can be read on %s', (ink, ground) => {
    expect(contrast(color(ink, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(seenPairs)('%s can be seen on %s', (mark, ground) => {
    expect(contrast(color(mark, theme), color(ground, theme))).toBeGreaterThanOrEqual(3);
  });
});

test('the contrast ratio is that of WCAG', () => {
  // Black on white is 21 by definition; #767676 on white is the well-known lightest grey of AA, 4.54.
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe('style sheets outside the tokens', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css') && !file.endsWith('tokens.css'))
    .map((file) => relative(sources, join(sources, file)));
  // React Aria sets the added variable: the width of the button that opened a list.
  // The frame of the map screens tells its sizes to what lies in it.
  const frame = readFileSync(join(sources, 'map/map-frame.module.css'), 'utf8');
  const defined = new Set([...(tokens + frame).matchAll(/--[\w-]+(?=:)/g)].map(String)).add(
    '--trigger-width',
  );

  test('there are some', () => {
    expect(files.length).toBeGreaterThan(10);
  });

  test.each(files)(
    '%s names no raw colour or pixel value, and no token that is not there',
    (file) => {
      const css = withoutComments(readFileSync(join(sources, file), 'utf8'));
      expect(css.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/gi)).toBeNull();
      // A container query can read no token, and it needs rem to know the size of the text.
      const declared = css.replace(/@container[^{]*/g, '');
      expect(declared.match(/(?<![\w.-])[\d.]*\d(?:px|rem)\b/g)).toBeNull();
      const own = new Set(css.match(/--[\w-]+(?=:)/g));
      const used = css.match(/(?<=var\()--[\w-]+/g) ?? [];
      expect(used.filter((name) => !defined.has(name) && !own.has(name))).toEqual([]);
    },
  );
});
