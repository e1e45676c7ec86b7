import { expect, test } from 'vitest';
import type { Species } from './species.ts';
import { normalizeSpeciesName, speciesNameKeys, suggestSpecies } from './species-names.ts';

function species(common_name: string, scientific_name: string, habitat = false): Species {
  return {
    speciesID: 1,
    common_name,
    scientific_name,
    group: 'Mammals',
    status: 'Endangered',
    critical_habitat: habitat ? 'Final' : null,
    gbif_key: null,
    searches: habitat ? ['species_range', 'critical_habitat'] : ['species_range'],
  };
}

const panther = species('Florida panther', 'Puma (=Felis) concolor coryi');
const lynx = species('Canada Lynx', 'Lynx canadensis', true);
const beetles = [
  species('[no common name] Beetle', 'Rhadine exilis', true),
  species('[no common name] Beetle', 'Rhadine infernalis', true),
];
const list = [...beetles, lynx, panther];

test('a name is found whatever its capitals, spaces and apostrophe', () => {
  expect(normalizeSpeciesName('  Bachman’S \t warbler ')).toBe("bachman's warbler");
  expect(normalizeSpeciesName('')).toBe('');
});

test('synonyms in parentheses need not be typed', () => {
  expect(speciesNameKeys('Puma (=Felis) concolor coryi')).toEqual([
    'puma (=felis) concolor coryi',
    'puma concolor coryi',
  ]);
  expect(speciesNameKeys('Canis rufus')).toEqual(['canis rufus']);
  expect(speciesNameKeys('(=)')).toEqual(['(=)']);
});

test('suggestions begin with the text, by common or scientific name', () => {
  const suggest = (text: string) =>
    suggestSpecies(list, { text, type: 'species_range', limit: 10 });
  expect(suggest('FLOR')).toEqual([panther]);
  expect(suggest('puma con')).toEqual([panther]);
  expect(suggest('rhadine')).toEqual(beetles);
  expect(suggest('[no')).toEqual(beetles);
  expect(suggest('panther')).toEqual([]);
  expect(suggest('  ')).toEqual([]);
});

test('suggestions are those of the search, and no more than wanted', () => {
  expect(suggestSpecies(list, { text: 'f', type: 'critical_habitat', limit: 10 })).toEqual([]);
  expect(suggestSpecies(list, { text: 'c', type: 'critical_habitat', limit: 10 })).toEqual([lynx]);
  expect(suggestSpecies(list, { text: 'rhad', type: 'species_range', limit: 1 })).toHaveLength(1);
});
