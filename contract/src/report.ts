import { z } from 'zod';
import { areaUnits } from './area-units.ts';
import { limits } from './limits.ts';
import { wholeNumberSchema } from './numbers.ts';
import { lineSchema } from './plain-text.ts';
import { paperSizes } from './report-paper.ts';

const { lineMaxLength, maxPictureBytes, maxPatches } = limits.report;
/** Base64 has four characters for three bytes, and `data:image/jpeg;base64,` comes before them. */
const maxPictureCharacters = (maxPictureBytes / 3) * 4 + 32;

const pictureAddress = /^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/;

const pictureSchema = z
  .string()
  .max(maxPictureCharacters)
  .refine((text) => pictureAddress.test(text), 'Not a picture.')
  .describe('A PNG, JPEG or WebP as a data address.');

/** Web Mercator ends at 85.06°. */
const latitudeSchema = z.number().min(-85.1).max(85.1);
/** Maps go on beyond the antimeridian, on either side, and a wide one of the whole world shows parts of it twice. */
const longitudeSchema = z.number().min(-540).max(540);
const drawnMapSchema = z.object({ picture: pictureSchema, credits: lineSchema(500) });

const ofEveryReport = {
  author: lineSchema(lineMaxLength).default(''),
  organisation: lineSchema(lineMaxLength).default(''),
  paper: z.enum(paperSizes).default('a4'),
  units: z.enum(areaUnits).default('hectares'),
  logo: pictureSchema.optional(),
  locator: drawnMapSchema
    .optional()
    .describe('A map of where the area lies, as the asking browser drew it.'),
};

/** POST /api/changedetection/runs/{id}/report.pdf */
export const reportSettingsSchema = z.strictObject({
  title: lineSchema(lineMaxLength).optional().describe("Default: the run's name."),
  ...ofEveryReport,
  patches: wholeNumberSchema(0, maxPatches)
    .default(6)
    .describe('How many of the largest patches are shown one by one.'),
});
export type ReportSettings = z.output<typeof reportSettingsSchema>;

/** POST /api/conservation_value_mapper/projects/{id}/report.pdf */
export const projectReportSettingsSchema = z.strictObject({
  title: lineSchema(lineMaxLength).optional().describe("Default: the project's title."),
  ...ofEveryReport,
  ground: drawnMapSchema
    .extend({
      bounds: z
        .tuple([longitudeSchema, latitudeSchema, longitudeSchema, latitudeSchema])
        .refine(
          ([west, south, east, north]) => west < east && south < north,
          'West must be less than east, and south less than north.',
        )
        .describe('West, south, east, north in degrees.'),
    })
    .optional()
    .describe('The base map around the values, as the asking browser drew it, in Web Mercator.'),
});
export type ProjectReportSettings = z.output<typeof projectReportSettingsSchema>;

/** What a browser asks of either report. */
export type AskedReport = Partial<ReportSettings & ProjectReportSettings>;
