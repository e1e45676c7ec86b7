/** Work on a raster that is measured; paths are on this machine. */
export type RasterTask =
  | { readonly work: 'cog'; readonly source: string; readonly target: string }
  | { readonly work: 'combine'; readonly layers: readonly string[]; readonly target: string }
  | {
      readonly work: 'tiles';
      readonly source: string;
      readonly minimum: number;
      readonly maximum: number;
      readonly tiles: readonly (readonly [z: number, x: number, y: number])[];
    };

/** What a process took, by the system's own account. */
export interface ProcessFigures {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}
