import { z } from 'zod';
import { limits } from '../limits.ts';
import { attributeNameSchema, attributeValueSchema } from './features.ts';
import { classMethods, lineDashes, pointIcons } from './style-choices.ts';

const { collaborativeMapper: cm } = limits;
const { style: bounds } = cm;

const colorSchema = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A color is written as #rrggbb.')
  .describe('A CSS color, as #rrggbb.');

const colorByValuesSchema = z.object({
  attribute: attributeNameSchema,
  colors: z
    .array(z.object({ value: attributeValueSchema, color: colorSchema }))
    .max(cm.maxStyleValues)
    .describe('A color for each value. The value null stands for features without one.'),
});

const colorByClassesSchema = z
  .object({
    attribute: attributeNameSchema,
    method: z.enum(classMethods),
    breaks: z
      .array(z.number())
      .max(bounds.maxClasses - 1)
      .refine(
        (breaks) => breaks.every((each, index) => index === 0 || each > breaks[index - 1]),
        'Each break has to be greater than the one before.',
      )
      .describe(
        'The numbers between the classes, ascending. A number that equals a break belongs to the class above it.',
      ),
    colors: z.array(colorSchema).describe('A color for each class, the lowest first.'),
    unit: z
      .string()
      .trim()
      .max(bounds.unitMaxLength)
      .optional()
      .describe('The unit of the numbers, for the legend.'),
  })
  .refine(
    ({ breaks, colors }) => colors.length === breaks.length + 1,
    'There has to be one color more than breaks.',
  );

/**
 * How a vector layer is drawn, in operations and in the list of layers. What is left out is drawn as
 * `styleDefaults` says.
 */
export const layerStyleSchema = z.object({
  color: colorSchema
    .nullable()
    .default(null)
    .describe('The color of features that nothing else colors. Null leaves them green.'),
  color_by: z
    .union(
      [colorByClassesSchema, colorByValuesSchema],
      'Give the colors of values, or a color for each class of numbers and ascending breaks between the classes.',
    )
    .nullable()
    .default(null)
    .describe(
      'The attribute that decides about the color, by its values or by classes of numbers.',
    ),
  label_by: attributeNameSchema
    .nullable()
    .default(null)
    .describe('The attribute that is written on features.'),
  label_size: z.number().min(bounds.minLabelSize).max(bounds.maxLabelSize).optional(),
  line_width: z
    .number()
    .min(bounds.minLineWidth)
    .max(bounds.maxLineWidth)
    .optional()
    .describe('The width of lines and outlines, in pixels.'),
  line_dash: z.enum(lineDashes).optional(),
  line_opacity: z.number().min(0).max(1).optional(),
  fill_opacity: z.number().min(0).max(1).optional(),
  icon: z.enum(pointIcons).optional().describe('The icon of points, which stands in their color.'),
  clusters: z
    .boolean()
    .optional()
    .describe('Whether points that are close to each other are drawn as one, with their number.'),
});
export type LayerStyle = z.infer<typeof layerStyleSchema>;
