import { expect, test } from 'vitest';
import { commentSchema } from './collaborative-mapper/comments.ts';
import { mapFeatureSchema } from './collaborative-mapper/features.ts';
import { mapSchema, mapUserSchema } from './collaborative-mapper/maps.ts';
import { proposalSchema } from './collaborative-mapper/proposals.ts';
import { rasterLayerSchema } from './collaborative-mapper/rasters.ts';
import { dataLayerSchema, valueMapSchema, valueProjectSchema } from './value-mapper/projects.ts';
import { rasterSchema } from './value-mapper/rasters.ts';
import { valuedRasterSchema } from './value-mapper/valued.ts';

/**
 * Source: the entities' fields in the specification, part 2 §3 (Collaborative Mapper) and part 3 §3
 * (Value Mapper). The server answers by these schemas, so a reply has each of these fields.
 */
test.each([
  [
    'map',
    mapSchema,
    'id name summary status is_published token base_layer center zoom is_vector_drawing_controls_enabled species species_desc species_sci species_tax species_img thumbnail creator date_created',
  ],
  ['feature', mapFeatureSchema, 'id layer dataset comments propose_delete resolved'],
  ['proposal', proposalSchema, 'id layer note editor edit_type'],
  ['comment', commentSchema, 'id comment account date_created propose_add propose_delete feature'],
  ['account of a comment', commentSchema.shape.account, 'id username first_name last_name photo'],
  ['raster of a map', rasterLayerSchema, 'id map_layer coordinates comments'],
  ['user', mapUserSchema, 'id username first_name last_name organization photo'],
  ['project', valueProjectSchema, 'id title summary date_created'],
  ['map of a project', valueMapSchema, 'id base_layer last_center_coords last_zoom'],
  ['data layer', dataLayerSchema, 'id label is_visible img_background_color'],
  [
    'raster of a data layer',
    rasterSchema,
    'bounding_box bounds center_coords data_crs data_file data_file_name data_file_size data_layer data_type dataset_max_val dataset_min_val driver geospatial_crs height id img_file img_file_name img_file_size is_img_loaded is_validated no_data_val num_of_bands original_data_crs pixel_count pixel_resolution_epsg_3857 pixel_resolution_epsg_4326 width',
  ],
  [
    'valued raster',
    valuedRasterSchema,
    'color_palette_max color_palette_min color_palette_zero data_file data_file_name data_file_size data_layer id img_file img_file_name img_file_size is_img_loaded val_fn_coeff_A val_fn_coeff_B val_fn_coeff_C val_fn_type',
  ],
])('a %s has the fields of the specification', (_, schema, fields) => {
  expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(fields.split(' ')));
});
