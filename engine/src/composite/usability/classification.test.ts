import { describe, expect, test } from 'vitest';
import { usability, usabilityOf } from './classification.ts';

/** A raster from lines of text: `.` is vegetation, digits and letters are codes in hexadecimal. */
function codes(...lines: string[]) {
  const width = lines[0].length;
  const band = Uint8Array.from(lines.join(''), (letter) =>
    letter === '.' ? 4 : Number.parseInt(letter, 16),
  );
  return { width, height: lines.length, bands: [band] };
}

/** `usability` drawn: - unobserved, # masked, . clear, w water, s snow. */
function drawn(usable: Uint8Array, width: number): string[] {
  const text = [...usable].map((code) => '-#.ws'[code]).join('');
  return text.match(new RegExp(`.{${width}}`, 'g'))!;
}

// The codes are those of the Sentinel-2 L2A product (scene classification, 0 to 11).
test('each code without its surroundings, on large pixels', () => {
  const raster = codes('0123456789ab');
  expect(drawn(usabilityOf(raster, 120), 12)).toEqual(['-###..w.###s']);
});

test('a code that the product does not define is masked', () => {
  const raster = { width: 2, height: 1, bands: [Uint8Array.of(12, 255)] };
  expect([...usabilityOf(raster, 120)]).toEqual([usability.masked, usability.masked]);
});

describe('on pixels of 20 m', () => {
  test('clouds and shadows grow by 40 m, over everything but what was not observed', () => {
    const raster = codes(
      '..........',
      '..........',
      '....99....',
      '....99.60.',
      '..........',
      '..........',
      '..........',
    );
    expect(drawn(usabilityOf(raster, 20), 10)).toEqual([
      '..######..',
      '..######..',
      '..######..',
      '..######-.',
      '..######..',
      '..######..',
      '..........',
    ]);
  });

  test('a cloud in which a square of 100 m fits grows by 140 m', () => {
    const width = 30;
    const cloud = (side: number) =>
      Array.from({ length: width }, (_, row) =>
        row >= 12 && row < 12 + side
          ? `${'.'.repeat(12)}${'9'.repeat(side)}`.padEnd(width, '.')
          : '.'.repeat(width),
      );
    const masked = (side: number) =>
      usabilityOf(codes(...cloud(side)), 20).filter((code) => code === usability.masked).length;
    // 20 m pixels: a margin of 2 on each side of 4, of 7 on each side of 5.
    expect(masked(4)).toBe(8 * 8);
    expect(masked(5)).toBe(19 * 19);
  });

  test('one or two cloud pixels by themselves are errors, dark and saturated ones stay masked', () => {
    const raster = codes('.........', '.9....88.', '.........', '...2...1.', '.........');
    expect(drawn(usabilityOf(raster, 20), 9)).toEqual([
      '.........',
      '.........',
      '.........',
      '...#...#.',
      '.........',
    ]);
  });

  test('three together are a cloud', () => {
    const raster = codes('.....', '.88..', '.8...', '.....');
    expect(drawn(usabilityOf(raster, 20), 5)[1]).toBe('#####');
  });
});

test('on pixels of 60 m one cloud pixel is a cloud, with a margin of one', () => {
  const raster = codes('.....', '.....', '..9..', '.....', '.....');
  expect(drawn(usabilityOf(raster, 60), 5)).toEqual(['.....', '.###.', '.###.', '.###.', '.....']);
});
