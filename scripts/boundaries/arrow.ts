/** A room of the house: `server/features/account`, `web/ui`, `engine/tiff`, `contract` … */
export type Room = string;

/** One import from one file to another inside the project. */
export interface Arrow {
  file: string;
  line: number;
  /** The file that it imports. */
  target: string;
  from: Room;
  to: Room;
  typeOnly: boolean;
  /** Whether it starts a thread or process on the file, which then loads in a graph of its own. */
  isStart: boolean;
}
