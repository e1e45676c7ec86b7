import { formatArea } from '@refugia/contract/area-text.ts';
import { findingOf, findingText } from '@refugia/contract/habitat-patrol/finding.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { PageContent } from '../../../platform/http/page-head.ts';
import { findNamed, type ListedRun } from './owner-queries.ts';
import { nameOf } from './run-description.ts';

const runPages = ['/apps/habitatpatrol/map', '/apps/habitatpatrol/report'];

/**
 * What the preview of a link to a run shows: its title, what was found, and what was compared.
 * Whoever has a run's id may read the run, so nothing is told that the link does not open.
 */
export async function describeRunPage(
  orm: Queryable,
  path: string,
  parameters: URLSearchParams,
): Promise<PageContent | undefined> {
  const id = parameters.get('run') ?? '';
  if (!runPages.includes(path) || !/^[\w-]{1,64}$/.test(id)) return undefined;
  const run = await findNamed(orm, id);
  if (!run) return undefined;
  const imagery = run.imageryMode === 'demo' ? 'Simulated satellite' : 'Satellite';
  return {
    title: nameOf(run),
    description: `${foundBy(run)}${imagery} images of ${run.startDate} and ${run.endDate} compared, in Habitat Patrol.`,
  };
}

/** The sentence of what was found, with a space after it; nothing before there is a result. */
function foundBy({ changeOccurred, statistics }: ListedRun): string {
  if (!statistics) return '';
  const found = { change_occured: changeOccurred, ...statistics };
  const finding = findingOf(found, (hectares) => formatArea(hectares, { units: 'hectares' }));
  return `${findingText(finding)}. `;
}
