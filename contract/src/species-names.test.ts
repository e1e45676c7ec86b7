import { expect, test } from 'vitest';
import type { Species } from './species.ts';
import {
  normalizeSpeciesName,
  speciesNamed,
  speciesNameKeys,
  suggestSpecies,
} from './species-names.ts';

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
  expect(suggest('xylo')).toEqual([]);
  expect(suggest('  ')).toEqual([]);
});

test('first come names that begin with the text, then whole words, then beginnings of words', () => {
  const owls = [
    species("Fleshy owl's-clover", 'Castilleja campestris ssp. succulenta'),
    species('Mexican spotted owl', 'Strix occidentalis lucida'),
    species('Owl limpet', 'Lottia gigantea'),
    species('Howling toad', 'Anaxyrus ululans'),
  ];
  const suggest = (text: string) =>
    suggestSpecies(owls, { text, type: 'species_range', limit: 10 }).map(
      ({ common_name }) => common_name,
    );
  expect(suggest('owl')).toEqual([
    'Owl limpet',
    'Mexican spotted owl',
    "Fleshy owl's-clover",
    'Howling toad',
  ]);
  expect(suggest('spotted o')).toEqual(['Mexican spotted owl']);
  expect(suggest('occidentalis')).toEqual(['Mexican spotted owl']);
  expect(suggest('strix')).toEqual(['Mexican spotted owl']);
});

test('a name that only contains the text is found, after those that begin with it', () => {
  // Names as ECOS writes them.
  const names = [
    species('Guam Micronesian kingfisher', 'Halcyon cinnamomina cinnamomina'),
    species('Fisher', 'Pekania pennanti'),
    species('Colorado pikeminnow (=squawfish)', 'Ptychocheilus lucius'),
  ];
  const suggest = (text: string) =>
    suggestSpecies(names, { text, type: 'species_range', limit: 10 }).map(
      ({ common_name }) => common_name,
    );
  expect(suggest('fisher')).toEqual(['Fisher', 'Guam Micronesian kingfisher']);
  expect(suggest('AWFISH')).toEqual(['Colorado pikeminnow (=squawfish)']);
  expect(suggest('cheilus')).toEqual(['Colorado pikeminnow (=squawfish)']);
  expect(suggest('fishers')).toEqual([]);
});

test('a name that is typed in full means its species, unless several have it', () => {
  const named = (text: string) => speciesNamed(list, { text, type: 'species_range' });
  expect(named('canada lynx ')).toBe(lynx);
  expect(named('Puma concolor coryi')).toBe(panther);
  expect(named('Canada')).toBeUndefined();
  expect(named('[no common name] Beetle')).toBeUndefined();
  expect(speciesNamed(list, { text: 'Florida panther', type: 'critical_habitat' })).toBeUndefined();
});

test('suggestions are those of the search, and no more than wanted', () => {
  expect(suggestSpecies(list, { text: 'flor', type: 'critical_habitat', limit: 10 })).toEqual([]);
  expect(suggestSpecies(list, { text: 'ca', type: 'critical_habitat', limit: 10 })).toEqual([lynx]);
  expect(suggestSpecies(list, { text: 'rhad', type: 'species_range', limit: 1 })).toHaveLength(1);
});
