import { z } from 'zod';
import { limits } from '../limits.ts';
import { combinationSchema } from './combined.ts';
import { rowIdSchema } from './projects.ts';
import {
  classValuesSchema,
  curveCoefficientsSchema,
  curvePointsSchema,
  requireWholeValuation,
  valueFunctionTypes,
} from './valued.ts';

const { maxScenarioNameCharacters } = limits.valueMapper;

/** The curve of a layer, by the names of the call that values it. */
const layerCurveSchema = z
  .strictObject({
    data_layer: z.number().int().positive(),
    fnType: z.enum(valueFunctionTypes),
    fnCoeffs: curveCoefficientsSchema.optional(),
    fnPoints: curvePointsSchema.optional(),
    classValues: classValuesSchema.optional(),
  })
  .superRefine(requireWholeValuation)
  .meta({ id: 'LayerCurve' });
export type LayerCurve = z.infer<typeof layerCurveSchema>;

const scenarioParts = {
  name: z.string().trim().min(1).max(maxScenarioNameCharacters),
  combination: combinationSchema,
};

const curvesSchema = z
  .array(layerCurveSchema)
  .max(limits.valueMapper.maxCombinedLayers)
  .optional()
  .describe('A curve for each combined layer; without them, the curves that the layers have now.');

type WithCurves = Pick<z.infer<typeof scenarioSchema>, 'combination'> & {
  readonly curves?: readonly LayerCurve[] | undefined;
};

function requireCurveOfEach({ combination, curves }: WithCurves, context: z.RefinementCtx): void {
  if (curves === undefined) return;
  const sorted = (parts: readonly { readonly data_layer: number }[]) =>
    parts.map(({ data_layer }) => data_layer).sort((one, other) => one - other);
  if (sorted(curves).join() === sorted(combination.layers).join()) return;
  const message = 'Each combined layer needs one curve, and no other layer has one.';
  context.addIssue({ code: 'custom', path: ['curves'], message });
}

/** A named set of curves and weights of a project. */
export const scenarioSchema = z
  .object({
    id: z.number().int(),
    version: z.number().int().describe('Rises with each change.'),
    ...scenarioParts,
    curves: z.array(layerCurveSchema),
    missing_layers: z
      .array(z.number().int())
      .describe('The layers of the scenario that are gone, or have no values any more.'),
  })
  .meta({ id: 'Scenario' });
export type Scenario = z.infer<typeof scenarioSchema>;

export const scenariosSchema = z.array(scenarioSchema);
export const scenarioParamsSchema = z.object({ scenarioID: rowIdSchema });

/** POST: keeps a scenario. */
export const newScenarioSchema = z
  .strictObject({ ...scenarioParts, curves: curvesSchema })
  .superRefine(requireCurveOfEach);

/** PUT: changes the scenario that has this version. */
export const changedScenarioSchema = z
  .strictObject({ ...scenarioParts, curves: curvesSchema, version: z.number().int().positive() })
  .superRefine(requireCurveOfEach);

/** GET …/{id}/changes: what another scenario of the project would gain and lose. */
export const scenarioChangesQuerySchema = z.object({
  with: rowIdSchema.describe('The other scenario.'),
});

const hectaresSchema = z.array(z.number()).describe('Hectares, for each threshold.');

export const scenarioChangesSchema = z
  .object({
    first_hundredth: z
      .number()
      .int()
      .describe('The lowest threshold, in hundredths; the next ones are a hundredth apart.'),
    gained: hectaresSchema,
    lost: hectaresSchema,
    kept: hectaresSchema,
  })
  .meta({ id: 'ScenarioChanges' });
export type ScenarioChanges = z.infer<typeof scenarioChangesSchema>;
