/** Parameters by their lower-case names without spaces; lengths in metres, angles in degrees. */
export type ProjectionParameters = ReadonlyMap<string, number>;

/** The map of the web, which projects the ellipsoid as if it were a sphere. */
export const webMercator =
  '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +nadgrids=@null';

type Definition = (parameters: Reader) => string | undefined;

/** Reads a parameter by the first of its several names that is present. */
type Reader = (names: string, fallback?: number) => number;

const centre = 'central_meridian longitude_of_center longitude_of_origin longitude_of_centre';
const origin = 'latitude_of_origin latitude_of_center latitude_of_centre central_parallel';
const offsets = (read: Reader) =>
  `+x_0=${read('false_easting', 0)} +y_0=${read('false_northing', 0)}`;
const lon0 = (read: Reader) => `+lon_0=${read(centre, 0)}`;
const lat0 = (read: Reader) => `+lat_0=${read(origin, 0)}`;
const scale = (read: Reader) => `+k_0=${read('scale_factor', 1)}`;
const common = (read: Reader) => `${lat0(read)} ${lon0(read)} ${offsets(read)}`;

function lambertConformal(read: Reader): string {
  const first = read('standard_parallel_1', Number.NaN);
  if (Number.isNaN(first)) return `+proj=lcc +lat_1=${read(origin)} ${scale(read)} ${common(read)}`;
  // Proj4js takes a parallel of 0 for one that is left out.
  const second = read('standard_parallel_2', first) || 1e-9;
  const latitude = read(origin, first);
  return `+proj=lcc +lat_1=${first} +lat_2=${second} ${scale(read)} +lat_0=${latitude} ${lon0(read)} ${offsets(read)}`;
}

function mercator(read: Reader): string {
  const parallel = read('standard_parallel_1', Number.NaN);
  const size = Number.isNaN(parallel) ? scale(read) : `+lat_ts=${parallel}`;
  return `+proj=merc ${size} ${lon0(read)} ${offsets(read)}`;
}

function polarStereographic(pole: 90 | -90 | undefined): Definition {
  return (read) => {
    const parallel = read(`standard_parallel_1 ${origin}`, pole ?? 90);
    const centreLatitude = pole ?? (parallel < 0 ? -90 : 90);
    return Math.abs(parallel) === 90
      ? `+proj=stere +lat_0=${centreLatitude} ${scale(read)} ${lon0(read)} ${offsets(read)}`
      : `+proj=stere +lat_0=${centreLatitude} +lat_ts=${parallel} ${lon0(read)} ${offsets(read)}`;
  };
}

function obliqueMercator(isFromNaturalOrigin: boolean): Definition {
  return (read) => {
    const azimuth = read('azimuth');
    const gamma = read('rectified_grid_angle xy_plane_rotation', azimuth);
    const longitude = read('longitude_of_center longitude_of_centre central_meridian');
    // This is the form of Swiss grids. The general formula divides by the cosine of this azimuth.
    if (azimuth === 90 && !isFromNaturalOrigin) {
      return `+proj=somerc ${lat0(read)} +lon_0=${longitude} ${scale(read)} ${offsets(read)}`;
    }
    const from = isFromNaturalOrigin ? '+no_uoff ' : '';
    return `+proj=omerc ${from}${lat0(read)} +lonc=${longitude} +alpha=${azimuth} +gamma=${gamma} ${scale(read)} ${offsets(read)}`;
  };
}

/** Counts eastwards and northwards, which Esri marks by a factor of -1, or southwards and westwards. */
const krovak: Definition = (read) => {
  const axes = read('x_scale', -1) === -1 ? '' : '+axis=swu';
  return `+proj=krovak ${axes} ${lat0(read)} ${lon0(read)} +alpha=${read('azimuth', 30.28813972222222)} ${scale(read)} ${offsets(read)}`;
};

const transverseMercator: Definition = (read) => `+proj=tmerc ${scale(read)} ${common(read)}`;
const albers: Definition = (read) =>
  `+proj=aea +lat_1=${read('standard_parallel_1')} +lat_2=${read('standard_parallel_2')} ${common(read)}`;
/** The view of a weather satellite. Proj4js has no offsets for it, and no known file has any. */
const geostationary =
  (sweep: 'x' | 'y'): Definition =>
  (read) =>
    read('false_easting', 0) === 0 && read('false_northing', 0) === 0
      ? `+proj=geos ${lon0(read)} +h=${read('satellite_height height')} +sweep=${sweep}`
      : undefined;
const equirectangular: Definition = (read) =>
  `+proj=eqc +lat_ts=${read('standard_parallel_1', 0)} ${common(read)}`;
const cylindrical =
  (projection: string): Definition =>
  (read) =>
    `+proj=${projection} +lat_ts=${read('standard_parallel_1', 0)} ${lon0(read)} ${offsets(read)}`;
const simple =
  (projection: string): Definition =>
  (read) =>
    `+proj=${projection} ${common(read)}`;

/** A projection of the whole world: it has a central meridian and no origin of latitudes. */
const world =
  (projection: string): Definition =>
  (read) =>
    `+proj=${projection} ${lon0(read)} ${offsets(read)}`;
const laborde: Definition = (read) =>
  `+proj=labrd ${common(read)} +azi=${read('azimuth')} ${scale(read)}`;

/**
 * The supported projections as PROJ strings, by the names that OGC and Esri give them. Each was
 * compared with PROJ. Projections that are not in this table are refused.
 */
const projections: Readonly<Record<string, Definition>> = {
  transverse_mercator: transverseMercator,
  gauss_kruger: transverseMercator,
  // It counts westwards and southwards from its origin, and is used in South Africa.
  transverse_mercator_south_orientated: (read) => `${transverseMercator(read)} +axis=wsu`,
  lambert_conformal_conic: lambertConformal,
  lambert_conformal_conic_1sp: lambertConformal,
  lambert_conformal_conic_2sp: lambertConformal,
  albers,
  albers_conic_equal_area: albers,
  mercator,
  mercator_1sp: mercator,
  mercator_2sp: mercator,
  mercator_auxiliary_sphere: () => webMercator,
  lambert_azimuthal_equal_area: simple('laea'),
  azimuthal_equidistant: simple('aeqd'),
  polar_stereographic: polarStereographic(undefined),
  stereographic_north_pole: polarStereographic(90),
  stereographic_south_pole: polarStereographic(-90),
  double_stereographic: (read) => `+proj=sterea ${scale(read)} ${common(read)}`,
  oblique_stereographic: (read) => `+proj=sterea ${scale(read)} ${common(read)}`,
  stereographic: (read) => `+proj=stere ${scale(read)} ${common(read)}`,
  hotine_oblique_mercator: obliqueMercator(true),
  hotine_oblique_mercator_azimuth_natural_origin: obliqueMercator(true),
  rectified_skew_orthomorphic_natural_origin: obliqueMercator(true),
  hotine_oblique_mercator_azimuth_center: obliqueMercator(false),
  oblique_mercator: obliqueMercator(false),
  rectified_skew_orthomorphic_center: obliqueMercator(false),
  cassini: simple('cass'),
  cassini_soldner: simple('cass'),
  polyconic: simple('poly'),
  krovak,
  new_zealand_map_grid: simple('nzmg'),
  sinusoidal: simple('sinu'),
  mollweide: simple('moll'),
  robinson: simple('robin'),
  equal_earth: simple('eqearth'),
  swiss_oblique_cylindrical: simple('somerc'),
  plate_carree: equirectangular,
  equirectangular,
  equidistant_cylindrical: equirectangular,
  geostationary_satellite: geostationary('y'),
  'geostationary_satellite_(sweep_x)': geostationary('x'),
  'geostationary_satellite_(sweep_y)': geostationary('y'),
  cylindrical_equal_area: cylindrical('cea'),
  behrmann: (read) => `+proj=cea +lat_ts=30 ${lon0(read)} ${offsets(read)}`,
  equidistant_conic: (read) =>
    `+proj=eqdc +lat_1=${read('standard_parallel_1')} +lat_2=${read('standard_parallel_2')} ${common(read)}`,
  laborde_oblique_mercator: laborde,
  eckert_iv: world('eck4'),
  // Esri's option 1 is the map that is interrupted within the oceans.
  goode_homolosine: (read) => (read('option', 0) === 1 ? world('igh')(read) : undefined),
  interrupted_goode_homolosine: world('igh'),
};

/**
 * The PROJ string of a projection without its ellipsoid and datum. It is undefined if the
 * projection is not supported or lacks a parameter.
 */
export function projectionString(
  name: string,
  parameters: ProjectionParameters,
): string | undefined {
  const key = name.trim().toLowerCase().replaceAll(' ', '_');
  const definition = Object.hasOwn(projections, key) ? projections[key] : undefined;
  const text = definition?.((names, fallback = Number.NaN) => {
    for (const each of names.split(' ')) {
      const value = parameters.get(each);
      if (value !== undefined) return value;
    }
    return fallback;
  });
  return text?.includes('NaN') ? undefined : text;
}
