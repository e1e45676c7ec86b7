/** Whether the text is a day of the calendar in the form YYYY-MM-DD, unlike 2019-02-30. */
export function isCalendarDate(text: string | null | undefined): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Writes a date as MM/DD/YYYY. The text is YYYY-MM-DD or an ISO instant. */
export function formatDate(isoDate: string): string {
  const [year, month, day] = isoDate.split('T')[0].split('-');
  return `${month}/${day}/${year}`;
}

const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Rewrites dates and months in a sentence of the server for people. */
export function formatDatesIn(sentence: string): string {
  return sentence
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, formatDate)
    .replace(/\b\d{4}-(?:0[1-9]|1[0-2])\b(?!-)/g, (isoMonth) => month.format(new Date(isoMonth)));
}
