import type { CrsFault } from './crs-facts.ts';
import type { FactOf } from './fact.ts';
import type { RepairFacts } from './file-facts.ts';

/** Why a scene's file could not be used. */
export interface SceneFileFacts {
  'no-classification': Nothing;
  'no-values': Nothing;
  'bands-lacking': { readonly bands: readonly string[] };
  'file-not-placed': { readonly file: string };
  'crs-not-convertible': { readonly fault: CrsFault };
  /** `detail` is what the transport or the TIFF reader says of the file. */
  'file-unreadable': { readonly detail: string };
}
export type SceneFileFact = FactOf<SceneFileFacts>;

/** Why the picture of a date has no pixel. */
export type EmptyCause = 'not-shown' | 'snow' | 'clouds';

type Nothing = undefined;
type OfDate = { readonly date: string };
type OfScene = { readonly sceneId: string };
type OfCollection = { readonly collection: string };
/** Of the area, as a whole number. */
type Percent = { readonly percent: number };
type Pixels = { readonly pixels: number };

/**
 * All that a run tells: each code with its parameters. Dates are YYYY-MM-DD. A `detail` is what
 * another machine or the TIFF reader says, and is only shown.
 */
export interface RunFacts extends RepairFacts {
  // The search of the catalogue.
  'fewer-days-searched': OfCollection &
    OfDate & {
      readonly mostScenes: number;
      readonly askedDays: number;
      readonly searchedDays: number;
    };
  'collection-not-searched': OfCollection & { readonly detail: string };
  'collection-partly-searched': OfCollection & { readonly detail: string };
  'entries-without-bands': { readonly entries: number };
  'chosen-scene-gone': OfScene & OfDate;
  'scenes-listed-in-result': Nothing;
  // The scenes and the pictures of both dates.
  'scene-left-out': OfScene & { readonly trouble: SceneFileFact };
  'further-scene-notes': { readonly notes: number };
  'offset-subtracted-twice': OfScene;
  'offset-left-in': OfScene;
  'offset-left-in-all': Nothing;
  'bands-not-common': {
    readonly missing: readonly string[];
    readonly used: readonly string[];
  };
  'area-not-shown': Percent & { readonly dates: readonly string[] };
  'area-clouded': Percent & OfDate;
  'area-snowy': Percent & OfDate;
  'snow-on-both-dates': Percent;
  'water-on-both-dates': Percent;
  'area-coarsened': { readonly pixelSizeMeters: number; readonly finestMeters: number };
  'part-not-compared': { readonly share: number; readonly reason: RunFact };
  'further-parts-not-compared': { readonly reasons: number };
  'part-lacks-bands': { readonly percent: number };
  'days-levelled': Nothing;
  'different-seasons': { readonly days: number };
  // The detection of change.
  'no-clear-pixel': Nothing;
  'few-clear-pixels': Pixels;
  'pixels-beside-snow': Pixels;
  'pixels-beside-clouds': Pixels;
  'not-converged': { readonly rounds: number };
  /** Numbers of bands, from 1. */
  'bands-of-one-value': { readonly bands: readonly number[] };
  'little-resemblance': { readonly correlation: number };
  'irmad-threshold': { readonly threshold: number };
  'irmad-no-change': Nothing;
  'index-threshold': { readonly index: 'ndvi' | 'nbr'; readonly threshold: number };
  'open-water': { readonly hectares: number };
  /** `month` is YYYY-MM. */
  'seasonal-change': { readonly hectares: number; readonly month: string };
  'earlier-years-missing': Nothing;
  'parts-too-far-apart': Nothing;
  'scenes-not-all-listed': { readonly scenes: number; readonly listed: number };
  // Why there is no result.
  'area-below-pixel': { readonly pixelSizeMeters: number };
  'area-too-wide': { readonly kilometersAcross: number; readonly kilometersDown: number };
  'no-scene': OfDate & { readonly windowDays: number };
  'scenes-nearer-to-other-date': OfDate & {
    readonly otherDate: string;
    readonly windowDays: number;
  };
  'chosen-scenes-gone': OfDate;
  'all-scenes-left-out': OfDate;
  'no-scene-opened': { readonly trouble: SceneFileFact | null };
  'date-empty': OfDate & { readonly cause: EmptyCause };
  /** `cause` is null where no scene at all could be read. */
  'scenes-not-read': OfDate &
    OfScene & {
      readonly cause: EmptyCause | null;
      readonly unread: number;
      readonly trouble: SceneFileFact;
      readonly mayPass: boolean;
    };
  'too-few-common-bands': { readonly bands: readonly string[]; readonly needed: number };
  'method-lacks-bands': {
    readonly method: string;
    readonly missing: readonly string[];
    readonly known: readonly string[];
  };
  'nothing-comparable': { readonly notes: readonly RunFact[] };
  'imagery-not-read': { readonly detail: string };
  'catalogue-too-slow': Nothing;
  // The same where the machine is at fault.
  'out-of-memory': Nothing;
  'disk-full': Nothing;
  'too-slow': Nothing;
  killed: Nothing;
  'server-stopped': Nothing;
  'result-not-stored': Nothing;
  broken: Nothing;
}

/** What a run tells, as a value. The contract has the sentence of each. */
export type RunFact = FactOf<RunFacts>;

/** Each fact once, in the order of their first mention. */
export function distinctFacts<Fact extends RunFact>(facts: readonly Fact[]): Fact[] {
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}
