import { type Formula, inverseOf, type Pair, type ProjectionSettings } from './formula.ts';
import { meridianArc } from './meridian-arc.ts';

/**
 * The modified polyconic projection of the International Map of the World (Snyder 1987, equations 18-22 to
 * 18-48). Two parallels are true to scale, and so are two meridians: those 2° from the central one, 4°
 * beyond a mean latitude of 60°, or 8° beyond 76°, unless the settings say it.
 */
export function imwPolyconic(settings: ProjectionSettings): Formula {
  const { a, es, lat1 = 0, lat2 = 0, long1 = usualWidth(lat1, lat2) } = settings;
  const arc = meridianArc(es);
  const [south, north] = lat1 < lat2 ? [lat1, lat2] : [lat2, lat1];
  const radius = (latitude: number) =>
    1 / (Math.tan(latitude) * Math.sqrt(1 - es * Math.sin(latitude) ** 2));
  /** A place on the arc of a parallel that is true to scale, which touches y = 0. */
  const onArc = (latitude: number, longitude: number): Pair => {
    if (latitude === 0) return [longitude, 0];
    const turn = longitude * Math.sin(latitude);
    return [radius(latitude) * Math.sin(turn), radius(latitude) * (1 - Math.cos(turn))];
  };
  const [x1, y1] = onArc(south, long1);
  const [x2, rise] = onArc(north, long1);
  const length = arc(north) - arc(south);
  const y2 = Math.sqrt(length ** 2 - (x2 - x1) ** 2) + y1;
  /** A share of the way along the true meridian, by latitude. */
  const along = (latitude: number) => (arc(latitude) - arc(south)) / length;

  const forward = (longitude: number, latitude: number): Pair => {
    const share = along(latitude);
    const [xa, ya] = [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
    const [xb, above] = onArc(north, longitude);
    const [xc, yc] = onArc(south, longitude);
    const yb = y2 - rise + above;
    const d = (xb - xc) / (yb - yc);
    if (Math.abs(latitude) < 1e-12) return [xc + d * (ya - yc), ya];
    const r = radius(latitude);
    const side = Math.sign(latitude);
    const c = ya - r + side * Math.sqrt(r ** 2 - xa ** 2);
    const b = xc + d * (c + r - yc);
    const x = (b - side * d * Math.sqrt(r ** 2 * (1 + d ** 2) - b ** 2)) / (1 + d ** 2);
    return [x, c + r - side * Math.sqrt(r ** 2 - x ** 2)];
  };
  const inverse = inverseOf(forward, south);
  return {
    forward(longitude, latitude) {
      const [x, y] = forward(longitude, latitude);
      return [a * x, a * y];
    },
    inverse: (x, y) => inverse(x / a, y / a),
  };
}

function usualWidth(lat1: number, lat2: number): number {
  const degree = Math.PI / 180;
  const mean = Math.abs(lat1 + lat2) / 2;
  return (mean <= 60 * degree ? 2 : mean <= 76 * degree ? 4 : 8) * degree;
}
