import type { Page } from '@playwright/test';

/** The longest time that a run of an example may take on a busy machine. */
export const runMilliseconds = 480_000;

interface Example {
  name: string;
  coords: string;
  startDate: string;
  endDate: string;
  expected_change: boolean;
}

/**
 * Runs the first example in which something changes, as this browser's visitor.
 * @param method is the default one if left out
 * @returns the run's id
 */
export async function runExample(page: Page, method?: 'nbr'): Promise<string> {
  const imagery: { examples: Example[] } = await (
    await page.request.get('/api/changedetection/imagery')
  ).json();
  const example = imagery.examples.find((each) => each.expected_change);
  if (example === undefined) throw new Error('No example shows a change.');
  const { name, coords, startDate, endDate } = example;
  const reply = await page.request.post('/api/changedetection/analysis', {
    data: { coords, startDate, endDate, areaName: name, method },
    timeout: runMilliseconds,
  });
  if (reply.status() !== 200) throw new Error(`The example's run was answered ${reply.status()}.`);
  return (await reply.json()).id;
}
