import { expect, test } from 'vitest';
import { findPages, wordsOfAddress } from './find-pages.ts';

const titles = (text: string) => findPages(text).map(({ title }) => title);

test('finds pages by the beginnings of their words, those with them in the title first', () => {
  expect(titles('priv')).toEqual(['Privacy policy']);
  expect(titles('HABITAT pat')[0]).toBe('Habitat Patrol');
  expect(titles('satellite')).toContain('Habitat Patrol');
  expect(titles('map')[0]).not.toBe('Habitat Patrol');
  expect(titles('atrol')).toEqual([]);
  expect(titles(' – ')).toEqual([]);
});

test.each([
  ['shapefile', '/support/help#files', 'Help: Files that can be uploaded'],
  ['Shapefiles', '/support/help#files', 'Help: Download and export'],
  ['acres', '/support/help#files', 'Help: Hectares and acres'],
  ['QGIS', '/support/help#files', 'Help: QGIS, ArcGIS and other GIS'],
  ['export', '/support/help#files', 'Help: Download and export'],
  ['backspace', '/support/help#keyboard', 'Help: Keys while drawing'],
  ['burn ratio', '/support/help#methods', 'Help: Burn (NBR)'],
])('%s finds what the help explains', (text, path, title) => {
  const found = findPages(text).slice(0, 6);
  expect(found.map((each) => [each.path, each.title])).toContainEqual([path, title]);
});

test('names each page once, and none that says nothing without its link', () => {
  const all = findPages('a').concat(findPages('p'), findPages('m'));
  expect(all.every(({ path }) => !path.includes(':'))).toBe(true);
  expect(titles('activation')).toEqual([]);
  const dashboards = titles('dashboard');
  expect(dashboards).toEqual([
    'Collaborative Mapper dashboard',
    'Conservation Value Mapper dashboard',
  ]);
});

test('takes the words of an address that leads nowhere', () => {
  expect(wordsOfAddress('/apps/habitat-patrol/')).toBe('habitat patrol');
  expect(wordsOfAddress('/privacy_policy.html')).toBe('privacy policy');
  expect(wordsOfAddress('/%E0%A4%A')).toBe('%E0%A4%A');
  expect(wordsOfAddress('/')).toBe('');
});
