import { z } from 'zod';
import { commentSchema } from './comments.ts';
import { uuidSchema } from './maps.ts';

/** A picture that is placed on a map. GET /api/rrm/layers lists those of a map. */
export const rasterLayerSchema = z
  .object({
    id: z.string(),
    map_layer: z.string().describe('The name of its file; a TIFF is shown as its PNG.'),
    /**
     * "west south east north" in degrees; null until a picture of unknown position has been placed
     * by hand.
     */
    coordinates: z.string().nullable(),
    comments: z.array(commentSchema),
    /** The address of the PNG. Private maps need the headers of the calls. */
    picture: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    author: z.string(),
    date_created: z.string(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'RasterLayer' });
export type RasterLayer = z.infer<typeof rasterLayerSchema>;

/** PUT /api/rrm/raster_place, for the owner and who uploaded the picture, sets its bounds. */
export const rasterPlaceSchema = z.object({
  id: uuidSchema,
  coordinates: z
    .string()
    .transform((text) => text.trim().split(/\s+/).map(Number))
    .refine(
      (numbers) =>
        numbers.length === 4 &&
        numbers.every(Number.isFinite) &&
        Math.abs(numbers[0]) <= 180 &&
        Math.abs(numbers[2]) <= 180 &&
        Math.abs(numbers[1]) <= 85 &&
        Math.abs(numbers[3]) <= 85 &&
        numbers[0] < numbers[2] &&
        numbers[1] < numbers[3],
      'This must be west, south, east and north in degrees, with spaces between.',
    ),
});
