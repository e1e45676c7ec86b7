/** The index of the row of column heads. */
export const headRow = -1;

/** A cell's place in a grid; both numbers count from 0. */
export interface GridCell {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
  readonly rowsInView: number;
}

/**
 * The cell to which a key leads by the ARIA practices for data grids, or null.
 * @param withControl whether Ctrl or ⌘ is held
 */
export function moveInGrid(
  { row, column }: GridCell,
  key: string,
  withControl: boolean,
  { rows, columns, rowsInView }: GridSize,
): GridCell | null {
  const to = (nextRow: number, nextColumn: number, highest = 0): GridCell => ({
    row: Math.max(highest, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  const highestInRow = withControl ? 0 : headRow;
  const cells: Readonly<Record<string, GridCell>> = {
    ArrowUp: to(row - 1, column, headRow),
    ArrowDown: to(row + 1, column),
    ArrowLeft: to(row, column - 1, headRow),
    ArrowRight: to(row, column + 1, headRow),
    PageUp: to(row - rowsInView, column),
    PageDown: to(row + rowsInView, column),
    Home: to(withControl ? 0 : row, 0, highestInRow),
    End: to(withControl ? rows - 1 : row, columns - 1, highestInRow),
  };
  return cells[key] ?? null;
}
