import type { RunFact, RunFacts } from '@refugia/engine/facts/run-facts.ts';
import { expect, test } from 'vitest';
import { codeOf, runSentence } from './run-facts.ts';

const trouble = { code: 'file-unreadable', params: { detail: 'B04.tif ends at 4096' } } as const;
const unknownCrs = { code: 'epsg-unknown', params: { epsg: 99_999 } } as const;
const noScene: RunFact = { code: 'no-scene', params: { date: '2021-07-15', windowDays: 45 } };

/**
 * The sentences of the version before this one, which wrote them where it found the fact. Every code
 * has at least one.
 */
const told: { readonly [Code in keyof RunFacts]: readonly [Told<Code>, ...Told<Code>[]] } = {
  'rings-closed': [['Rings that were not closed have been closed.']],
  'crossings-repaired': [
    ['Where an outline crosses itself, what lies in an odd number of its loops is land.'],
  ],
  'crossings-left': [
    ['Polygons whose outline crosses itself too often to be repaired were left as they are.'],
  ],
  'holes-within-holes': [['Holes within a hole are land, as they are drawn.']],
  'polygons-cut-at-antimeridian': [
    ['Polygons across the antimeridian (180°) have been cut there.'],
  ],
  'fewer-days-searched': [
    [
      'The collection sentinel-2-l2a has more than 1,000 scenes of the area within 45 days of 2023-07-15: those within 2 days were looked at.',
      {
        ...{ collection: 'sentinel-2-l2a', date: '2023-07-15', mostScenes: 1000 },
        ...{ askedDays: 45, searchedDays: 2 },
      },
    ],
  ],
  'collection-not-searched': [
    [
      'The collection first could not be searched: no such collection',
      { collection: 'first', detail: 'no such collection' },
    ],
  ],
  'collection-partly-searched': [
    [
      'A part of the collection first could not be searched: busy',
      { collection: 'first', detail: 'busy' },
    ],
  ],
  'entries-without-bands': [
    ['1200 catalogue entries hold no band that can be read here.', { entries: 1200 }],
  ],
  'chosen-scene-gone': [
    [
      'The chosen scene S2A is not among those around 2021-07-15 any more.',
      { sceneId: 'S2A', date: '2021-07-15' },
    ],
  ],
  'scenes-listed-in-result': [
    [
      'The area is so large that its scenes are chosen for each part of it during the run. The result lists them.',
    ],
  ],
  'scene-left-out': [
    ['Scene S2A was left out: B04.tif ends at 4096.', { sceneId: 'S2A', trouble }],
    [
      'Scene S2A was left out: it has no scene classification.',
      { sceneId: 'S2A', trouble: { code: 'no-classification' } },
    ],
    [
      'Scene S2A was left out: its bands hold no values where its classification shows ground.',
      { sceneId: 'S2A', trouble: { code: 'no-values' } },
    ],
    [
      'Scene S2A was left out: it has no readable nir, swir1 band.',
      { sceneId: 'S2A', trouble: { code: 'bands-lacking', params: { bands: ['nir', 'swir1'] } } },
    ],
    [
      "Scene S2A was left out: SCL.tif doesn't say where on the ground its pixels lie.",
      { sceneId: 'S2A', trouble: { code: 'file-not-placed', params: { file: 'SCL.tif' } } },
    ],
    [
      "Scene S2A was left out: The coordinate system EPSG:99999 isn't among those that can be converted. Save the data in longitude and latitude (WGS 84).",
      { sceneId: 'S2A', trouble: { code: 'crs-not-convertible', params: { fault: unknownCrs } } },
    ],
  ],
  'further-scene-notes': [
    ['There are 1234 further notes like these on single scenes.', { notes: 1234 }],
  ],
  'offset-subtracted-twice': [
    [
      'S2A: its catalogue entry subtracts 0.1 of reflectance that had been subtracted before; corrected from the values.',
      { sceneId: 'S2A' },
    ],
  ],
  'offset-left-in': [
    [
      'S2A: its reflectance was 0.1 too high in every band (the offset of processing baseline 04.00 had been left in); corrected from the values.',
      { sceneId: 'S2A' },
    ],
  ],
  'offset-left-in-all': [
    [
      'On both dates no part of the area is dark in any visible band, although plants grow there: the offset of processing baseline 04.00 (0.1 of reflectance) seems to be left in all scenes. It is alike on both dates and was not taken out; vegetation and burn indices are smaller than they ought to be.',
    ],
  ],
  'bands-not-common': [
    [
      'The scenes of both dates have no swir1, swir2 in common: the analysis used 4 bands (blue, green, red, nir).',
      { missing: ['swir1', 'swir2'], used: ['blue', 'green', 'red', 'nir'] },
    ],
  ],
  'area-not-shown': [
    [
      '12 % of the area is shown by no scene around 2021-07-15 or 2023-07-15: it is given as not observed. Choose another date, or an area that the imagery covers.',
      { percent: 12, dates: ['2021-07-15', '2023-07-15'] },
    ],
  ],
  'area-clouded': [
    [
      '12 % of the area is under clouds or shadows in every scene around 2021-07-15: it is given as not observed. Another date may show it.',
      { percent: 12, date: '2021-07-15' },
    ],
  ],
  'area-snowy': [
    [
      '12 % of the area lies under snow around 2021-07-15, and not on both dates: it is given as not observed. Two dates of the same season can be compared.',
      { percent: 12, date: '2021-07-15' },
    ],
  ],
  'snow-on-both-dates': [
    [
      '12 % of the area lies under snow on both dates: what changed beneath it can not be seen.',
      { percent: 12 },
    ],
  ],
  'water-on-both-dates': [
    [
      '12 % of the area is water on both dates by its scene classification; it is left out of vegetation change.',
      { percent: 12 },
    ],
  ],
  'area-coarsened': [
    [
      'The area is large: it was compared in pixels of 40 m instead of 10 m. A smaller area shows finer change.',
      { pixelSizeMeters: 40, finestMeters: 10 },
    ],
  ],
  'part-not-compared': [
    [
      '11 % of the area could not be compared: No satellite scene covers this area within 45 days of 2021-07-15. Choose another date or another area.',
      { share: 0.111, reason: noScene },
    ],
    [
      'Less than 1 % of the area could not be compared: The imagery could not be read: busy',
      { share: 0.0099, reason: { code: 'imagery-not-read', params: { detail: 'busy' } } },
    ],
  ],
  'further-parts-not-compared': [
    ['There are 3 further reasons why parts of the area could not be compared.', { reasons: 3 }],
  ],
  'part-lacks-bands': [
    [
      '0.3 % of the area is unobserved because its scenes lack bands that the others have.',
      { percent: 0.349 },
    ],
  ],
  'days-levelled': [
    [
      'The pictures are put together from several days and levelled where these meet; change was looked for in the values before that.',
    ],
  ],
  'different-seasons': [
    [
      'The pictures are 90 days apart within the year: plants, crops, snow and water that change with the seasons may show as change. Dates of the same season compare better.',
      { days: 90 },
    ],
  ],
  'no-clear-pixel': [['No pixel is clear on both dates.']],
  'few-clear-pixels': [
    [
      'Only 16 pixels are clear on both dates: too few to compare them, so all are given as unobserved.',
      { pixels: 16 },
    ],
  ],
  'pixels-beside-snow': [
    [
      '12,345 pixels are under or beside snow on one date and are given as unobserved.',
      { pixels: 12_345 },
    ],
  ],
  'pixels-beside-clouds': [
    [
      '12,345 changed pixels beside masked areas look like the rim or shadow of a cloud and are given as unobserved.',
      { pixels: 12_345 },
    ],
  ],
  'not-converged': [['The statistics had not converged after 30 rounds.', { rounds: 30 }]],
  'bands-of-one-value': [
    ['A band holds one single value on a date and says little: band 2, 4.', { bands: [2, 4] }],
  ],
  'little-resemblance': [
    [
      "The two dates hardly resemble each other (correlation 0.46): if more than half of what they show has changed, the change can't be told from what is usual.",
      { correlation: 0.4567 },
    ],
  ],
  'irmad-threshold': [
    [
      "IR-MAD counts pixels as changed whose score is at least 4.6, where Otsu's method splits them in two.",
      { threshold: 4.567 },
    ],
  ],
  'irmad-no-change': [
    [
      'IR-MAD found no second class of pixels beside the unchanged ones: nothing counts as changed.',
    ],
  ],
  'index-threshold': [
    [
      'Pixels count as changed if their NDVI differs by at least 0.2 between the dates. The season and the air may have caused a part of the difference.',
      { index: 'ndvi', threshold: 0.2 },
    ],
    [
      'Pixels count as changed if their NBR differs by at least 0.27 between the dates. The season and the air may have caused a part of the difference.',
      { index: 'nbr', threshold: 0.27 },
    ],
  ],
  'open-water': [
    [
      '0.1 ha that differ between the dates are open water on both and do not count as change.',
      { hectares: 0.14 },
    ],
    [
      '12 ha that differ between the dates are open water on both and do not count as change.',
      { hectares: 12 },
    ],
  ],
  'seasonal-change': [
    [
      '1,234.6 ha that differ between the dates looked in 2019-07 as they do now: they come and go with the seasons and do not count as change.',
      { hectares: 1234.56, month: '2019-07' },
    ],
  ],
  'earlier-years-missing': [
    [
      'No pictures of earlier years show the area in the season of the second date: what comes and goes with the seasons may count as change.',
    ],
  ],
  'parts-too-far-apart': [
    [
      'The parts of the area lie so far apart that earlier years were not looked at: what comes and goes with the seasons may count as change.',
    ],
  ],
  'scenes-not-all-listed': [
    [
      'The pictures were put together from 2,345 scenes; the 400 with the largest shares are listed.',
      { scenes: 2345, listed: 400 },
    ],
  ],
  'area-below-pixel': [
    ['The area is smaller than one pixel of 10 m. Draw a larger one.', { pixelSizeMeters: 10 }],
  ],
  'area-too-wide': [
    [
      'The area spans 12,345 by 678 km, more than one analysis can work on. Choose a smaller area, or one part of it at a time.',
      { kilometersAcross: 12_345, kilometersDown: 678 },
    ],
  ],
  'no-scene': [
    [
      'No satellite scene covers this area within 45 days of 2021-07-15. Choose another date or another area.',
      { date: '2021-07-15', windowDays: 45 },
    ],
  ],
  'scenes-nearer-to-other-date': [
    [
      'Every scene within 45 days of 2021-07-15 is nearer to 2021-07-20, and one picture can not be compared with itself. Choose dates that are further apart.',
      { date: '2021-07-15', otherDate: '2021-07-20', windowDays: 45 },
    ],
  ],
  'chosen-scenes-gone': [
    [
      'The scenes chosen for 2021-07-15 are not in the catalogue any more. Choose scenes again.',
      { date: '2021-07-15' },
    ],
  ],
  'all-scenes-left-out': [
    [
      'All scenes around 2021-07-15 were left out. Allow at least one of them.',
      { date: '2021-07-15' },
    ],
  ],
  'no-scene-opened': [
    ['No scene of the area could be opened (B04.tif ends at 4096).', { trouble }],
    ['No scene of the area could be opened.', { trouble: null }],
  ],
  'date-empty': [
    [
      'No scene around 2021-07-15 shows this area. Choose another date or another area.',
      { date: '2021-07-15', cause: 'not-shown' },
    ],
    [
      'The area lies under snow around 2021-07-15, and not on both dates, so that the ground can not be compared. Choose two dates of the same season.',
      { date: '2021-07-15', cause: 'snow' },
    ],
    [
      'No scene around 2021-07-15 shows the area without clouds. Choose another date.',
      { date: '2021-07-15', cause: 'clouds' },
    ],
  ],
  'scenes-not-read': [
    [
      'No scene around 2021-07-15 could be used; 3 could not be read (S2A: B04.tif ends at 4096). Try again later, or choose another date.',
      { date: '2021-07-15', cause: null, unread: 3, sceneId: 'S2A', trouble, mayPass: true },
    ],
    [
      'No scene around 2021-07-15 shows this area; 1 scene could not be read (S2A: it has no scene classification). Choose another date.',
      {
        ...{ date: '2021-07-15', cause: 'not-shown', unread: 1, sceneId: 'S2A' },
        ...{ trouble: { code: 'no-classification' }, mayPass: false },
      },
    ],
    [
      'No scene around 2021-07-15 shows the area without clouds; 2 scenes could not be read (S2A: B04.tif ends at 4096). Try again later, or choose another date.',
      { date: '2021-07-15', cause: 'clouds', unread: 2, sceneId: 'S2A', trouble, mayPass: true },
    ],
  ],
  'too-few-common-bands': [
    [
      'The scenes of the two dates have too few bands in common (red, nir); at least 4 are needed.',
      { bands: ['red', 'nir'], needed: 4 },
    ],
    [
      'The scenes of the two dates have too few bands in common (none); at least 4 are needed.',
      { bands: [], needed: 4 },
    ],
  ],
  'method-lacks-bands': [
    [
      'The method "nbr" needs the bands swir2, but these pictures have red, nir. Choose another method or other dates.',
      { method: 'nbr', missing: ['swir2'], known: ['red', 'nir'] },
    ],
    [
      'The method "nbr" needs the bands nir, swir2, but no band is named. Choose another method or other dates.',
      { method: 'nbr', missing: ['nir', 'swir2'], known: [] },
    ],
  ],
  'nothing-comparable': [
    [
      'No part of the area can be compared. No pixel is clear on both dates. The statistics had not converged after 30 rounds. Choose other dates or a larger area.',
      { notes: [{ code: 'no-clear-pixel' }, { code: 'not-converged', params: { rounds: 30 } }] },
    ],
  ],
  'imagery-not-read': [
    [
      'The imagery could not be read: https://a.test/x: HTTP status 429 (3 attempts).',
      { detail: 'https://a.test/x: HTTP status 429 (3 attempts).' },
    ],
  ],
  'catalogue-too-slow': [['The imagery service did not answer in time. Try again in a while.']],
  'out-of-memory': [['The analysis needed more memory than it may use. Choose a smaller area.']],
  'disk-full': [['The server has no room left: its administrators have to make some.']],
  'too-slow': [['The analysis took too long and was stopped.']],
  killed: [
    [
      'The system stopped the analysis several times, perhaps because it is short of memory. Please try again later, or choose a smaller area.',
    ],
  ],
  'server-stopped': [['The server stopped in the middle of the analysis more than once.']],
  'result-not-stored': [
    ["The analysis is done, but its result can't be stored at this moment. Please try again."],
  ],
  broken: [
    ['Something went wrong inside the analysis. The administrators can read what in the log.'],
  ],
};

type Told<Code extends keyof RunFacts> = RunFacts[Code] extends undefined
  ? readonly [sentence: string]
  : readonly [sentence: string, params: RunFacts[Code]];

const cases = Object.entries(told).flatMap(([code, each]) =>
  each.map(([sentence, params]) => ({ sentence, fact: { code, params } as RunFact })),
);

test.each(cases)('$fact.code: $sentence', ({ sentence, fact }) => {
  expect(runSentence(fact)).toBe(sentence);
  // Facts are stored as JSON.
  expect(runSentence(JSON.parse(JSON.stringify(fact)))).toBe(sentence);
  expect(codeOf(fact)).toBe(fact.code);
});

test('a sentence that an earlier version stored is told as it is, and has no code', () => {
  const sentence = 'Scene S2A was left out: HTTP 503.';
  expect([runSentence(sentence), codeOf(sentence)]).toEqual([sentence, undefined]);
});
