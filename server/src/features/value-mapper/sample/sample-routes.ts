import { samplePath } from '@refugia/contract/value-mapper/calls.ts';
import { sampleProjectSchema } from '@refugia/contract/value-mapper/projects.ts';
import { lockAccount } from '../../../platform/database/database.ts';
import { type App, errorReplies } from '../../../platform/http/api.ts';
import { queueOptions } from '../processing/work.ts';
import { deleteProject } from '../projects/project-routes.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';
import { completeSample } from './complete-sample.ts';
import { sampleLayers } from './sample-layers.ts';
import { addSample, findSample, type SampleWork, uploadSample } from './sample-project.ts';

/** Most of a job's time is waiting for other jobs, so that many are under way at once. */
const sampleQueueOptions = { ...queueOptions, concurrency: 8, perGroup: 1 };

/** Registers the call that opens an account's sample project. */
export function registerSample(app: App, context: ValueMapperContext): void {
  const { platform, orm, accountOf } = context;
  const queue = platform.jobs.define<SampleWork>('value-sample', sampleQueueOptions, (job) =>
    completeSample(context, job),
  );

  app.post(
    samplePath,
    forAccounts('Open your sample project; it is made where you have none', {
      description:
        'Its four small rasters are simulated, and taken in like uploads. They are read, valued and combined after the reply.',
      response: { 200: sampleProjectSchema, ...errorReplies(409, 413, 507) },
    }),
    async (request) => {
      const account = await accountOf(request);
      const layer_count = sampleLayers.length;
      const known = await orm.transaction(async (transaction) => {
        await lockAccount(transaction, account.id);
        const found = await findSample(transaction, account.id);
        if (found !== undefined) return found;
        const added = await addSample(transaction, account.id);
        await queue.enqueue(added, { group: String(account.id), transaction });
        return added;
      });
      if (typeof known === 'number') return { project_id: known, is_new: false, layer_count };
      const { projectId } = known;
      try {
        await uploadSample(context, account, known);
      } catch (error) {
        await deleteProject(context, account, projectId);
        throw error;
      }
      return { project_id: projectId, is_new: true, layer_count };
    },
  );
}
