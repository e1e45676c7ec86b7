import { writeArea } from '@refugia/contract/area.ts';
import { imagerySchema } from '@refugia/contract/habitat-patrol/runs.ts';
import { simulationExamples } from '@refugia/simulation/catalogue/catalogue.ts';
import type { App } from '../../../platform/http/app.ts';
import { coverageOf } from '../engine/imagery.ts';
import { type RunContext, tags } from '../runs/run-context.ts';

/** Registers the route that describes the imagery in use. */
export function registerImagery(app: App, { imagery }: Pick<RunContext, 'imagery'>): void {
  app.get(
    '/api/changedetection/imagery',
    {
      schema: {
        tags,
        summary: 'Which imagery is in use, and examples to try',
        response: { 200: imagerySchema },
      },
    },
    async () => {
      const used = await imagery.current();
      const { bbox, earliest, latest } = coverageOf(used, new Date());
      const examples = used.mode === 'demo' ? simulationExamples : [];
      return {
        mode: used.mode,
        label: used.label,
        bbox: [...bbox] as [number, number, number, number],
        earliest,
        latest,
        examples: examples.map(({ name, area, startDate, endDate, expectedChange }) => ({
          name,
          coords: writeArea(area),
          startDate,
          endDate,
          expected_change: expectedChange,
        })),
      };
    },
  );
}
