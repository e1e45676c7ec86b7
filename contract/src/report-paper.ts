/** Sizes of paper, apart from the schema of reports so that pages need not load that. */
export const paperSizes = ['a4', 'letter'] as const;
export type PaperSize = (typeof paperSizes)[number];
