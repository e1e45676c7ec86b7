/**
 * A part of the source tree, such as `server/features/account`, `web/ui`, `engine/tiff` or
 * `contract`.
 */
export type Room = string;

/** An import of one of the project's files by another. */
export interface Arrow {
  file: string;
  line: number;
  /** The imported file. */
  target: string;
  from: Room;
  to: Room;
  typeOnly: boolean;
  /**
   * Whether the file starts the target as a thread or process, which then loads its modules
   * separately.
   */
  isStart: boolean;
}
