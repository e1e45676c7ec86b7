const maxNumbers = 5;

/**
 * The page numbers that a pagination shows: at most five in a row, the open page in their middle
 * except near either end.
 * @param page the open page, from 1
 */
export function pageNumbers(page: number, pageCount: number): number[] {
  const shown = Math.min(maxNumbers, pageCount);
  const first = Math.min(Math.max(1, page - Math.floor(maxNumbers / 2)), pageCount - shown + 1);
  return Array.from({ length: shown }, (_, index) => first + index);
}
