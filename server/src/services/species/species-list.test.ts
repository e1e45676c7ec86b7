import { expect, test } from 'vitest';
import { embeddedSpecies, parseSpeciesTable, SpeciesList } from './species-list.ts';

const list = embeddedSpecies();

test('the table holds 956 species, each with a range', () => {
  expect(list.all).toHaveLength(956);
  expect(new Set(list.all.map(({ speciesID }) => speciesID)).size).toBe(956);
  expect(new Set(list.all.map((each) => each.scientific_name.toLowerCase())).size).toBe(956);
  expect(list.all.every(({ counties }) => counties.length > 0)).toBe(true);
});

test('facts are those of ECOS', () => {
  // Source: https://ecos.fws.gov/ecp/species/4122 on 2019-12-16.
  expect(list.byId(4122)).toMatchObject({
    common_name: 'Topeka shiner',
    scientific_name: 'Notropis topeka (=tristis)',
    group: 'Fishes',
    status: 'Endangered',
    critical_habitat: 'Final',
  });
  // Its Great Lakes population is endangered, the others are threatened.
  expect(list.byName('piping plover')[0]?.status).toBe('Endangered and Threatened');
});

test('counties that were renamed or merged have the codes of today', () => {
  const codes = new Set(list.all.flatMap(({ counties }) => counties));
  expect(codes.has('46113') || codes.has('51515')).toBe(false);
  expect(codes.has('46102') && codes.has('51019')).toBe(true);
});

test.each([
  ['Red wolf', 37],
  ['  RED   WOLF ', 37],
  ['canis rufus', 37],
  ['Puma (=Felis) concolor coryi', 1763],
  ['puma concolor coryi', 1763],
  ["Hine's emerald dragonfly", 7877],
  ['Hine’s Emerald Dragonfly', 7877],
  ['higgins eye', 5428],
])('"%s" is found', (name, speciesId) => {
  expect(list.byName(name).map(({ speciesID }) => speciesID)).toEqual([speciesId]);
});

test.each(['Higgins eye (pearlymussel)', 'Higgins eye', 'Lampsilis higginsii'])(
  'several names lead to one species: %s',
  (name) => {
    expect(list.byName(name).map(({ scientific_name }) => scientific_name)).toEqual([
      'Lampsilis higginsii',
    ]);
  },
);

test('a common name of two species finds both', () => {
  const found = list.byName('[no common name] beetle');
  expect(found.map((each) => each.scientific_name)).toEqual([
    'Rhadine exilis',
    'Rhadine infernalis',
  ]);
});

test.each(['', '   ', 'Unicorn', "' OR 1=1 --", '()', 'constructor', '__proto__'])(
  '"%s" is no species',
  (name) => {
    expect(list.byName(name)).toEqual([]);
  },
);

test('a name in full comes before one whose parentheses were left out', () => {
  const [wolf] = list.byName('Red wolf');
  const plain = { ...wolf!, speciesID: 1, common_name: 'Shiner', scientific_name: 'a' };
  const other = { ...wolf!, speciesID: 2, common_name: 'Shiner (lesser)', scientific_name: 'b' };
  const two = new SpeciesList([other, plain]);
  expect(two.byName('shiner').map(({ speciesID }) => speciesID)).toEqual([1]);
});

test.each([
  '1\tA\tB\tBirds\tEndangered\t\t',
  '1\tA\tB\tBirds\tExtinct\t\t\t48:029',
  '1\tA\tB\tBirds\tEndangered\t\t\t48029',
])('the line "%s" is refused', (line) => {
  expect(() => parseSpeciesTable(`heading\n${line}\n`)).toThrow();
});
