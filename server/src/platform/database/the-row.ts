/** The row of a query that surely has one, such as that of an insertion. */
export function theRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a query that surely has a row has none');
  return row;
}
