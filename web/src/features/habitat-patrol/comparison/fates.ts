/** What became of a patch between two runs. */
export type Fate = 'new' | 'gone' | 'same' | 'hidden';

interface FateStyle {
  readonly name: string;
  readonly where: string;
  /**
   * Orange, blue, white and purple, which people with any kind of colour vision tell apart (Okabe and Ito
   * 2008, Color Universal Design), and which stand out on pictures, light and dark maps.
   */
  readonly colour: string;
  /** Lines differ, too: lengths of dashes and gaps in line widths, or none. */
  readonly dashes: readonly [number, number] | null;
}

export const fates: Readonly<Record<Fate, FateStyle>> = {
  new: { name: 'New', where: 'In the later run alone', colour: '#ff9f1c', dashes: null },
  gone: { name: 'Gone', where: 'In the earlier run alone', colour: '#56b4e9', dashes: [2, 1.5] },
  same: { name: 'The same', where: 'In both runs', colour: '#f7f7f7', dashes: [0.5, 1] },
  hidden: {
    name: 'Hidden by clouds',
    where: 'In one run, while clouds hid more than half of it from the other',
    colour: '#cc79a7',
    dashes: [4, 1.5],
  },
};

export const allFates = ['new', 'gone', 'same', 'hidden'] as const satisfies readonly Fate[];
