import { z } from 'zod';
import { limits } from '../limits.ts';

/** POST /api/changedetection/aoi/counties */
export const areaCountiesRequestSchema = z.strictObject({
  coords: z
    .string()
    .max(limits.habitatPatrol.maxCoordsCharacters)
    .describe('A GeoJSON geometry collection as JSON text, longitude and latitude (WGS 84).'),
});

export const areaCountiesSchema = z
  .array(
    z.object({
      name: z.string().describe('With its state, such as `Natrona, Wyoming`.'),
      fips: z.string().describe('Its border is at GET /api/basemap/borders/county-{fips}.'),
    }),
  )
  .meta({ id: 'AreaCounties' });
export type AreaCounties = z.infer<typeof areaCountiesSchema>;
