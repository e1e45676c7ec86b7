/**
 * Control characters could move a terminal's cursor, so they are removed from whatever people
 * typed.
 */
const controls = /\p{Cc}/gu;

/**
 * Formats rows as lines of text with columns of equal width.
 * @param rows the first row is the heading
 */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => cell.replace(controls, ' ')));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]?.length ?? 0)),
  );
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
