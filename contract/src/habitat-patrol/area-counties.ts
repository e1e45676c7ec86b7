import { z } from 'zod';
import { coordsSchema } from './runs.ts';

/** POST /api/changedetection/aoi/counties */
export const areaCountiesRequestSchema = z.strictObject({ coords: coordsSchema });

export const areaCountiesSchema = z
  .array(
    z.object({
      name: z.string().describe('With its state, such as `Natrona, Wyoming`.'),
      fips: z.string().describe('Its border is at GET /api/basemap/borders/county-{fips}.'),
    }),
  )
  .meta({ id: 'AreaCounties' });
export type AreaCounties = z.infer<typeof areaCountiesSchema>;
