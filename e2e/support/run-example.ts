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

/**
 * The run of the example for journeys that look at it and change nothing of it. This page becomes
 * the one visitor whom they share, because the server answers the same request of the same visitor
 * with the same run. So the first of them starts it and the others find it finished.
 * @returns the run's id
 */
export async function findExample(page: Page): Promise<string> {
  await page.context().addCookies([
    {
      name: 'visitor',
      value: process.env.REFUGIA_VISITOR ?? '',
      url: process.env.REFUGIA_ADDRESS ?? '',
    },
  ]);
  return runExample(page);
}
