import type { WorkArea } from '../../composite/types.ts';
import { countCodes, usability } from '../../composite/usability/classification.ts';
import type { Role, SearchedScenes } from '../find/find-scenes.ts';

/** The bands by which `change/pair/snow.ts` identifies snow. */
export const snowBandNames = ['green', 'nir', 'swir1'] as const;

/** A scene's `snowBandNames` on the work grid, as `readSceneBands` gives them. */
type SnowBands = readonly Uint16Array[];

/** News of the scenes around two dates, in parts that are small enough for a message. */
export type SceneNews =
  /**
   * So large an area has hundreds of scenes. Nobody chooses among them, and looking at all would
   * take as long as a run.
   */
  | { readonly kind: 'too large' }
  | {
      readonly kind: 'searched';
      /** The coarse pixels in which scenes are looked at; null if the area has none. */
      readonly workArea: WorkArea | null;
      readonly scenes: SearchedScenes;
    }
  | {
      readonly kind: 'viewed';
      readonly role: Role;
      readonly id: string;
      /** `usability` codes of the work area; null when the classification could not be read. */
      readonly usable: Uint8Array | null;
    }
  | {
      /** The bands of a scene that a run would use have been read, for what they tell of snow. */
      readonly kind: 'measured';
      readonly role: Role;
      readonly id: string;
      /** Null when they could not be read. */
      readonly bands: SnowBands | null;
    }
  /** Nothing more will be read. */
  | { readonly kind: 'ended' };

/** What a scene's classification shows of the area. */
export type SceneView =
  | { readonly kind: 'seen'; readonly usable: Uint8Array; readonly counts: Uint32Array }
  /** The tile lies beside the area, or the satellite's pass covered another part of the tile. */
  | { readonly kind: 'beside' }
  | { readonly kind: 'unreadable' };

/** The approximate memory of a catalogue entry. */
const entryBytes = 4_000;

/** Everything known so far of the scenes around two dates, whichever of them may be used. */
export class SceneViews {
  /** YYYY-MM-DD. */
  readonly startDate: string;
  readonly endDate: string;
  readonly #views = { before: new Map<string, SceneView>(), after: new Map<string, SceneView>() };
  #searched: Extract<SceneNews, { kind: 'searched' }> | undefined;
  readonly #snowBands = {
    before: new Map<string, SnowBands | null>(),
    after: new Map<string, SnowBands | null>(),
  };
  #isTooLarge = false;
  #hasEnded = false;

  constructor({ startDate, endDate }: { startDate: string; endDate: string }) {
    this.startDate = startDate;
    this.endDate = endDate;
  }

  add(news: SceneNews): void {
    switch (news.kind) {
      case 'too large':
        this.#isTooLarge = true;
        return;
      case 'searched':
        this.#searched = news;
        return;
      case 'viewed':
        this.#views[news.role].set(news.id, viewOf(news.usable));
        return;
      case 'measured':
        this.#snowBands[news.role].set(news.id, news.bands);
        return;
      case 'ended':
        this.#hasEnded = true;
        return;
    }
  }

  get isTooLarge(): boolean {
    return this.#isTooLarge;
  }

  /** Whether the preview was finished in time. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The catalogue's answer; undefined before it has arrived. */
  get searched(): Extract<SceneNews, { kind: 'searched' }> | undefined {
    return this.#searched;
  }

  /** The approximate memory that the views need. */
  get bytes(): number {
    const entries =
      (this.#searched?.scenes.before.scenes.length ?? 0) +
      (this.#searched?.scenes.after.scenes.length ?? 0);
    const pixels = this.#searched?.workArea?.mask.length ?? 0;
    const measured = this.#snowBands.before.size + this.#snowBands.after.size;
    const bandBytes = snowBandNames.length * Uint16Array.BYTES_PER_ELEMENT;
    return entries * (entryBytes + pixels) + pixels + measured * bandBytes * pixels;
  }

  /** Undefined if the scene has not been looked at. */
  view(role: Role, id: string): SceneView | undefined {
    return this.#views[role].get(id);
  }

  /** Undefined if the scene's bands have not been read, and null if they can't be. */
  snowBands(role: Role, id: string): SnowBands | null | undefined {
    return this.#snowBands[role].get(id);
  }
}

function viewOf(usable: Uint8Array | null): SceneView {
  if (usable === null) return { kind: 'unreadable' };
  const counts = countCodes(usable);
  if (counts[usability.unobserved] === usable.length) return { kind: 'beside' };
  return { kind: 'seen', usable, counts };
}
