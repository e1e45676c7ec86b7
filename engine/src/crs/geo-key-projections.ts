import { type GeoKeys, geoKey } from './geo-key.ts';
import { projectionString } from './projections.ts';

/** GeoTIFF's numbers of projection methods, with their names in WKT 1. */
const methods: Readonly<Record<number, string>> = {
  1: 'Transverse_Mercator',
  3: 'Hotine_Oblique_Mercator',
  4: 'Laborde_Oblique_Mercator',
  5: 'Swiss_Oblique_Cylindrical',
  7: 'Mercator',
  8: 'Lambert_Conformal_Conic_2SP',
  9: 'Lambert_Conformal_Conic_1SP',
  10: 'Lambert_Azimuthal_Equal_Area',
  11: 'Albers_Conic_Equal_Area',
  12: 'Azimuthal_Equidistant',
  13: 'Equidistant_Conic',
  14: 'Stereographic',
  15: 'Polar_Stereographic',
  16: 'Oblique_Stereographic',
  17: 'Equirectangular',
  18: 'Cassini_Soldner',
  22: 'Polyconic',
  23: 'Robinson',
  24: 'Sinusoidal',
  26: 'New_Zealand_Map_Grid',
  27: 'Transverse_Mercator_South_Orientated',
  28: 'Cylindrical_Equal_Area',
  9815: 'Hotine_Oblique_Mercator_Azimuth_Center',
};

/** Only methods with these parallels have them; programs fill in others with zeros. */
const withParallels: ReadonlySet<number> = new Set([7, 8, 11, 13, 17, 28]);

/** Oblique Mercator projections, whose grid is turned. */
const withGridAngle: ReadonlySet<number> = new Set([3, 9815]);

type Unit = 'length' | 'other';

/** Parameters of WKT 1 with the keys that may hold them, the most likely first. */
const parameters: readonly (readonly [name: string, unit: Unit, ...keys: number[]])[] = [
  [
    'central_meridian',
    'other',
    geoKey.straightVerticalPoleLongitude,
    geoKey.naturalOriginLongitude,
    geoKey.falseOriginLongitude,
    geoKey.centerLongitude,
  ],
  [
    'latitude_of_origin',
    'other',
    geoKey.naturalOriginLatitude,
    geoKey.falseOriginLatitude,
    geoKey.centerLatitude,
  ],
  ['false_easting', 'length', geoKey.falseEasting, geoKey.falseOriginEasting, geoKey.centerEasting],
  [
    'false_northing',
    'length',
    geoKey.falseNorthing,
    geoKey.falseOriginNorthing,
    geoKey.centerNorthing,
  ],
  ['scale_factor', 'other', geoKey.scaleAtNaturalOrigin, geoKey.scaleAtCenter],
  ['azimuth', 'other', geoKey.azimuth],
  ['rectified_grid_angle', 'other', geoKey.rectifiedGridAngle],
];

/**
 * The PROJ string of the projection that keys describe, in metres and degrees; undefined if the
 * method is not supported or lacks a parameter. As GDAL writes and reads them, angles of a
 * projection are in degrees whatever the unit of the geographic CRS is.
 *
 * @param meters the metres of the unit of length
 */
export function projectionOfGeoKeys(
  keys: GeoKeys,
  method: number,
  meters: number,
): string | undefined {
  const name = methods[method];
  if (name === undefined) return undefined;
  const values = new Map<string, number>();
  for (const [parameter, unit, ...places] of parameters) {
    const place = places.find((key) => keys.numbers.has(key));
    const value = place === undefined ? undefined : keys.numbers.get(place);
    if (value !== undefined) values.set(parameter, unit === 'length' ? value * meters : value);
  }
  // If keys leave the angle out, GDAL assumes 90°.
  if (withGridAngle.has(method) && !values.has('rectified_grid_angle')) {
    values.set('rectified_grid_angle', 90);
  }
  // Some programs write 0 for a factor that they don't have.
  if (values.get('scale_factor') === 0) values.delete('scale_factor');
  for (const [index, place] of [geoKey.standardParallel1, geoKey.standardParallel2].entries()) {
    const value = withParallels.has(method) ? keys.numbers.get(place) : undefined;
    if (value !== undefined) values.set(`standard_parallel_${index + 1}`, value);
  }
  return projectionString(name, values);
}
