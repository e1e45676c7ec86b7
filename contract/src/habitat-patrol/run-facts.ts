import type {
  EmptyCause,
  RunFact,
  RunFacts,
  SceneFileFact,
  SceneFileFacts,
} from '@refugia/engine/facts/run-facts.ts';
import { type SentencesOf, sentenceOf } from '../facts.ts';
import { repairSentences } from '../file-facts.ts';
import { messages } from '../messages.ts';
import { crsSentence } from '../raster-facts.ts';

/** What is stored of a run's notes and failures. Earlier versions stored sentences. */
export type StoredFact = RunFact | string;

const { format: number } = new Intl.NumberFormat('en-US');
const { format: tenths } = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** Why a date has no picture, and what to do. */
const emptyDates: Readonly<
  Record<EmptyCause, { reason: (date: string) => string; advice: string }>
> = {
  'not-shown': {
    reason: (date) => `No scene around ${date} shows this area`,
    advice: 'Choose another date or another area.',
  },
  snow: {
    reason: (date) =>
      `The area lies under snow around ${date}, and not on both dates, so that the ground can not be compared`,
    advice: 'Choose two dates of the same season.',
  },
  clouds: {
    reason: (date) => `No scene around ${date} shows the area without clouds`,
    advice: 'Choose another date.',
  },
};

/** Without a full stop, because some stand within a sentence. */
const fileSentences: SentencesOf<SceneFileFacts> = {
  'no-classification': 'it has no scene classification',
  'no-values': 'its bands hold no values where its classification shows ground',
  'bands-lacking': ({ bands }) => `it has no readable ${bands.join(', ')} band`,
  'file-not-placed': ({ file }) => `${file} doesn't say where on the ground its pixels lie`,
  'crs-not-convertible': ({ fault }) => crsSentence(fault).slice(0, -1),
  'file-unreadable': ({ detail }) => detail,
};

const sentences: SentencesOf<RunFacts> = {
  ...repairSentences,

  'fewer-days-searched': ({ collection, date, mostScenes, askedDays, searchedDays }) =>
    `The collection ${collection} has more than ${number(mostScenes)} scenes of the area within ${askedDays} days of ${date}: those within ${searchedDays} days were looked at.`,
  'collection-not-searched': ({ collection, detail }) =>
    `The collection ${collection} could not be searched: ${detail}`,
  'collection-partly-searched': ({ collection, detail }) =>
    `A part of the collection ${collection} could not be searched: ${detail}`,
  'entries-without-bands': ({ entries }) =>
    `${entries} catalogue entries hold no band that can be read here.`,
  'chosen-scene-gone': ({ sceneId, date }) =>
    `The chosen scene ${sceneId} is not among those around ${date} any more.`,
  'scenes-listed-in-result':
    'The area is so large that its scenes are chosen for each part of it during the run. The result lists them.',

  'scene-left-out': ({ sceneId, trouble }) =>
    `Scene ${sceneId} was left out: ${troubleText(trouble)}.`,
  'further-scene-notes': ({ notes }) =>
    `There are ${notes} further notes like these on single scenes.`,
  'offset-subtracted-twice': ({ sceneId }) =>
    `${sceneId}: its catalogue entry subtracts 0.1 of reflectance that had been subtracted before; corrected from the values.`,
  'offset-left-in': ({ sceneId }) =>
    `${sceneId}: its reflectance was 0.1 too high in every band (the offset of processing baseline 04.00 had been left in); corrected from the values.`,
  'offset-left-in-all':
    'On both dates no part of the area is dark in any visible band, although plants grow there: the offset of processing baseline 04.00 (0.1 of reflectance) seems to be left in all scenes. It is alike on both dates and was not taken out; vegetation and burn indices are smaller than they ought to be.',
  'bands-not-common': ({ missing, used }) =>
    `The scenes of both dates have no ${missing.join(', ')} in common: the analysis used ${used.length} bands (${used.join(', ')}).`,
  'area-not-shown': ({ percent, dates }) =>
    `${percent} % of the area is shown by no scene around ${dates.join(' or ')}: it is given as not observed. Choose another date, or an area that the imagery covers.`,
  'area-clouded': ({ percent, date }) =>
    `${percent} % of the area is under clouds or shadows in every scene around ${date}: it is given as not observed. Another date may show it.`,
  'area-snowy': ({ percent, date }) =>
    `${percent} % of the area lies under snow around ${date}, and not on both dates: it is given as not observed. Two dates of the same season can be compared.`,
  'snow-on-both-dates': ({ percent }) =>
    `${percent} % of the area lies under snow on both dates: what changed beneath it can not be seen.`,
  'water-on-both-dates': ({ percent }) =>
    `${percent} % of the area is water on both dates by its scene classification; it is left out of vegetation change.`,
  'area-coarsened': ({ pixelSizeMeters, finestMeters }) =>
    `The area is large: it was compared in pixels of ${pixelSizeMeters} m instead of ${finestMeters} m. A smaller area shows finer change.`,
  'part-not-compared': ({ share, reason }) =>
    `${share < 0.01 ? 'Less than 1' : Math.round(share * 100)} % of the area could not be compared: ${runSentence(reason)}`,
  'further-parts-not-compared': ({ reasons }) =>
    `There are ${reasons} further reasons why parts of the area could not be compared.`,
  'part-lacks-bands': ({ percent }) =>
    `${percent.toFixed(1)} % of the area is unobserved because its scenes lack bands that the others have.`,
  'days-levelled':
    'The pictures are put together from several days and levelled where these meet; change was looked for in the values before that.',
  'different-seasons': ({ days }) =>
    `The pictures are ${days} days apart within the year: plants, crops, snow and water that change with the seasons may show as change. Dates of the same season compare better.`,

  'no-clear-pixel': 'No pixel is clear on both dates.',
  'few-clear-pixels': ({ pixels }) =>
    `Only ${number(pixels)} pixels are clear on both dates: too few to compare them, so all are given as unobserved.`,
  'pixels-beside-snow': ({ pixels }) =>
    `${number(pixels)} pixels are under or beside snow on one date and are given as unobserved.`,
  'pixels-beside-clouds': ({ pixels }) =>
    `${number(pixels)} changed pixels beside masked areas look like the rim or shadow of a cloud and are given as unobserved.`,
  'not-converged': ({ rounds }) => `The statistics had not converged after ${rounds} rounds.`,
  'bands-of-one-value': ({ bands }) =>
    `A band holds one single value on a date and says little: band ${bands.join(', ')}.`,
  'little-resemblance': ({ correlation }) =>
    `The two dates hardly resemble each other (correlation ${correlation.toFixed(2)}): if more than half of what they show has changed, the change can't be told from what is usual.`,
  'irmad-threshold': ({ threshold }) =>
    `IR-MAD counts pixels as changed whose score is at least ${threshold.toFixed(1)}, where Otsu's method splits them in two.`,
  'irmad-no-change':
    'IR-MAD found no second class of pixels beside the unchanged ones: nothing counts as changed.',
  'index-threshold': ({ index, threshold }) =>
    `Pixels count as changed if their ${index.toUpperCase()} differs by at least ${threshold} between the dates. The season and the air may have caused a part of the difference.`,
  'open-water': ({ hectares }) =>
    `${tenths(hectares)} ha that differ between the dates are open water on both and do not count as change.`,
  'seasonal-change': ({ hectares, month }) =>
    `${tenths(hectares)} ha that differ between the dates looked in ${month} as they do now: they come and go with the seasons and do not count as change.`,
  'earlier-years-missing':
    'No pictures of earlier years show the area in the season of the second date: what comes and goes with the seasons may count as change.',
  'parts-too-far-apart':
    'The parts of the area lie so far apart that earlier years were not looked at: what comes and goes with the seasons may count as change.',
  'scenes-not-all-listed': ({ scenes, listed }) =>
    `The pictures were put together from ${number(scenes)} scenes; the ${listed} with the largest shares are listed.`,

  'area-below-pixel': ({ pixelSizeMeters }) =>
    `The area is smaller than one pixel of ${pixelSizeMeters} m. Draw a larger one.`,
  'area-too-wide': ({ kilometersAcross, kilometersDown }) =>
    `The area spans ${number(kilometersAcross)} by ${number(kilometersDown)} km, more than one analysis can work on. Choose a smaller area, or one part of it at a time.`,
  'no-scene': ({ date, windowDays }) =>
    `No satellite scene covers this area within ${windowDays} days of ${date}. Choose another date or another area.`,
  'scenes-nearer-to-other-date': ({ date, otherDate, windowDays }) =>
    `Every scene within ${windowDays} days of ${date} is nearer to ${otherDate}, and one picture can not be compared with itself. Choose dates that are further apart.`,
  'chosen-scenes-gone': ({ date }) =>
    `The scenes chosen for ${date} are not in the catalogue any more. Choose scenes again.`,
  'all-scenes-left-out': ({ date }) =>
    `All scenes around ${date} were left out. Allow at least one of them.`,
  'no-scene-opened': ({ trouble }) =>
    `No scene of the area could be opened${trouble ? ` (${troubleText(trouble)})` : ''}.`,
  'date-empty': ({ date, cause }) =>
    `${emptyDates[cause].reason(date)}. ${emptyDates[cause].advice}`,
  'scenes-not-read': ({ date, cause, unread, sceneId, trouble, mayPass }) => {
    const what = cause ? emptyDates[cause].reason(date) : `No scene around ${date} could be used`;
    const count = cause ? `${unread} ${unread === 1 ? 'scene' : 'scenes'}` : unread;
    const advice = mayPass ? 'Try again later, or choose another date.' : 'Choose another date.';
    return `${what}; ${count} could not be read (${sceneId}: ${troubleText(trouble)}). ${advice}`;
  },
  'too-few-common-bands': ({ bands, needed }) =>
    `The scenes of the two dates have too few bands in common (${bands.join(', ') || 'none'}); at least ${needed} are needed.`,
  'method-lacks-bands': ({ method, missing, known }) => {
    const has = known.length > 0 ? `these pictures have ${known.join(', ')}` : 'no band is named';
    return `The method "${method}" needs the bands ${missing.join(', ')}, but ${has}. Choose another method or other dates.`;
  },
  'nothing-comparable': ({ notes }) =>
    `No part of the area can be compared. ${notes.map(runSentence).join(' ')} Choose other dates or a larger area.`,
  'imagery-not-read': ({ detail }) => `The imagery could not be read: ${detail}`,
  'catalogue-too-slow': 'The imagery service did not answer in time. Try again in a while.',

  'out-of-memory': 'The analysis needed more memory than it may use. Choose a smaller area.',
  'disk-full': messages.diskFull,
  'too-slow': 'The analysis took too long and was stopped.',
  killed:
    'The system stopped the analysis several times, perhaps because it is short of memory. Please try again later, or choose a smaller area.',
  'server-stopped': 'The server stopped in the middle of the analysis more than once.',
  'result-not-stored':
    "The analysis is done, but its result can't be stored at this moment. Please try again.",
  broken: 'Something went wrong inside the analysis. The administrators can read what in the log.',
};

/**
 * The sentence that tells a person of a fact.
 * @param fact a text stays as it is: earlier versions stored sentences
 */
export function runSentence(fact: StoredFact): string {
  return typeof fact === 'string' ? fact : sentenceOf(sentences, fact);
}

/** The code of a fact; undefined of a sentence that an earlier version stored. */
export function codeOf(fact: StoredFact): RunFact['code'] | undefined {
  return typeof fact === 'string' ? undefined : fact.code;
}

function troubleText(trouble: SceneFileFact): string {
  return sentenceOf(fileSentences, trouble);
}
