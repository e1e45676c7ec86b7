/** Writes a date as MM/DD/YYYY. The text is YYYY-MM-DD or an ISO instant. */
export function formatDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('T')[0].split('-');
  return `${month}/${day}/${year}`;
}
