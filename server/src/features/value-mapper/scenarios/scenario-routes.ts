import { apiErrorSchema } from '@refugia/contract/errors.ts';
import { limits } from '@refugia/contract/limits.ts';
import { scenariosPath } from '@refugia/contract/value-mapper/calls.ts';
import type { Combination } from '@refugia/contract/value-mapper/combined.ts';
import { projectIdSchema } from '@refugia/contract/value-mapper/projects.ts';
import {
  changedScenarioSchema,
  type LayerCurve,
  newScenarioSchema,
  scenarioParamsSchema,
  scenarioSchema,
  scenariosSchema,
} from '@refugia/contract/value-mapper/scenarios.ts';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Queryable, theRow } from '../../../platform/database/database.ts';
import { scenario } from '../../../platform/database/schema/index.ts';
import type { App } from '../../../platform/http/api.ts';
import { ApiFailure } from '../../../platform/http/failure.ts';
import { projectFull, type Reader, requireProject, requireScenario } from '../access.ts';
import { lockProject } from '../layers/queries.ts';
import {
  curveOf,
  describeScenario,
  isNameTaken,
  listScenarios,
} from '../stored/scenario-queries.ts';
import { requireValues } from '../stored/values-source.ts';
import { forAccounts, type ValueMapperContext } from '../value-mapper-context.ts';

const { maxScenarios } = limits.valueMapper;
const path = `${scenariosPath}/:scenarioID`;

/**
 * The curves of a scenario: those that are asked for, or else those that its layers have now.
 * @param known layers that a scenario has already, which may be gone when their curves are given
 * @throws {ApiFailure} 404 for a layer that is not the account's, 409 for one without values
 */
async function curvesFor(
  orm: Queryable,
  account: Reader,
  { combination, curves }: Pick<z.infer<typeof newScenarioSchema>, 'combination' | 'curves'>,
  known: Combination['layers'] = [],
): Promise<readonly LayerCurve[]> {
  const present: LayerCurve[] = [];
  for (const { data_layer } of combination.layers) {
    if (curves && known.some((layer) => layer.data_layer === data_layer)) continue;
    present.push(curveOf(await requireValues(orm, account, data_layer)));
  }
  return curves ?? present;
}

/** Registers the calls for a project's scenarios. */
export function registerScenarios(app: App, context: ValueMapperContext): void {
  registerList(app, context);
  registerKeeping(app, context);
  registerChange(app, context);
  registerEnd(app, context);
}

function registerList(app: App, { orm, requireOwn }: ValueMapperContext): void {
  app.get(
    scenariosPath,
    forAccounts("A project's scenarios", {
      querystring: projectIdSchema,
      response: { 200: scenariosSchema },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireProject, request.query.projectID);
      const rows = await listScenarios(orm, id);
      return Promise.all(rows.map((row) => describeScenario(orm, row)));
    },
  );
}

function registerKeeping(app: App, { orm, accountOf }: ValueMapperContext): void {
  app.post(
    scenariosPath,
    forAccounts('Keep curves and weights as a scenario', {
      querystring: projectIdSchema,
      body: newScenarioSchema,
      response: { 200: scenarioSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      const { id: projectId } = await requireProject(orm, account, request.query.projectID);
      const { name, combination } = request.body;
      const curves = await curvesFor(orm, account, request.body);
      return orm.transaction(async (transaction) => {
        await lockProject(transaction, projectId);
        const { length } = await listScenarios(transaction, projectId);
        if (length >= maxScenarios) throw projectFull('scenarios', maxScenarios);
        if (await isNameTaken(transaction, { projectId, name })) throw nameTaken(name);
        const kept = { projectId, name, combination, curves };
        const rows = await transaction.insert(scenario).values(kept).returning();
        return describeScenario(transaction, theRow(rows));
      });
    },
  );
}

function registerChange(app: App, { orm, accountOf }: ValueMapperContext): void {
  app.put(
    path,
    forAccounts('Rename a scenario, or change its curves and weights', {
      params: scenarioParamsSchema,
      body: changedScenarioSchema,
      response: { 200: scenarioSchema, 409: apiErrorSchema },
    }),
    async (request) => {
      const account = await accountOf(request);
      const found = await requireScenario(orm, account, request.params.scenarioID);
      const { id, projectId } = found;
      const { name, combination, version } = request.body;
      const curves = await curvesFor(orm, account, request.body, found.combination.layers);
      return orm.transaction(async (transaction) => {
        await lockProject(transaction, projectId);
        const present = await requireScenario(transaction, account, id);
        if (present.version !== version) throw changedMeanwhile();
        if (await isNameTaken(transaction, { projectId, name, id })) throw nameTaken(name);
        const rows = await transaction
          .update(scenario)
          .set({ name, combination, curves, version: version + 1 })
          .where(eq(scenario.id, id))
          .returning();
        return describeScenario(transaction, theRow(rows));
      });
    },
  );
}

function registerEnd(app: App, { orm, requireOwn }: ValueMapperContext): void {
  app.delete(
    path,
    forAccounts('Delete a scenario', {
      params: scenarioParamsSchema,
      response: { 200: z.object({ deleted: z.literal(true) }) },
    }),
    async (request) => {
      const { id } = await requireOwn(request, requireScenario, request.params.scenarioID);
      await orm.delete(scenario).where(eq(scenario.id, id));
      return { deleted: true as const };
    },
  );
}

function nameTaken(name: string): ApiFailure {
  const sentence = `This project has a scenario “${name}”. Please choose another name.`;
  return new ApiFailure(409, 'name_taken', sentence);
}

function changedMeanwhile(): ApiFailure {
  const sentence = 'The scenario was changed elsewhere. Please load it again.';
  return new ApiFailure(409, 'changed', sentence);
}
