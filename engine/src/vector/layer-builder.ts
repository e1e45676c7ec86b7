import type { Position } from 'geojson';
import { CrsError } from '../crs/errors.ts';
import type { LonLatConverter } from '../crs/to-lon-lat.ts';
import { FactError } from '../facts/fact.ts';
import type { FileFact, PlainFileCode } from '../facts/file-facts.ts';
import { crossesAntimeridian, cutLine, jumpsTooOften, snapLongitude } from '../geo/antimeridian.ts';
import { wrapLongitude } from '../geo/position.ts';
import type { Budget } from './budget.ts';
import { cleanPolygon, type PolygonEvent, repairs } from './geometry/clean-polygon.ts';
import { emptyParts, geometriesOf, type Parts } from './geometry/parts.ts';
import { labelOf, type Report, shorten, VectorError } from './report.ts';
import type { FileLayer, Properties, VectorFeature } from './types.ts';

/** What all readers of one import share. */
export interface ImportContext {
  readonly report: Report;
  readonly budget: Budget;
  /** Takes features one by one. Without it they are kept in their layer. */
  readonly onFeature?: ((feature: VectorFeature, layer: FileLayer) => void) | undefined;
}

/** Longitudes of up to one additional turn are accepted. Latitudes beyond the poles are not. */
const maxLongitude = 360;
const maxLatitude = 90;
const rounding = 1e-9;

/** Thrown inside of a feature to leave its geometry out. The reason is reported. */
export class GeometryFault extends FactError<FileFact> {}

/**
 * Builds a layer from the records that a reader finds. It converts them to longitude and latitude,
 * makes their geometry valid, and reports what it left out or repaired.
 */
export class LayerBuilder {
  readonly layer: FileLayer & { featureCount: number };
  readonly #context: ImportContext;
  readonly #converter: LonLatConverter | undefined;
  #records = 0;

  /** @param converter undefined if coordinates are already longitude and latitude */
  constructor(name: string, context: ImportContext, converter?: LonLatConverter) {
    context.budget.spend('layers', 1);
    this.layer = { name: shorten(name), features: [], featureCount: 0 };
    this.#context = context;
    this.#converter = converter?.isIdentity ? undefined : converter;
  }

  /**
   * Adds a record. `readParts` may throw GeometryFault. A record whose geometry cannot be used
   * stays without geometry. A record with several kinds of shapes becomes one feature for each
   * kind.
   */
  add(properties: Properties, readParts: () => Parts): void {
    const { budget, report, onFeature } = this.#context;
    this.#records++;
    budget.spend('features', 1);
    const kept = this.#limitValues(properties);
    const label = labelOf(this.#records, kept);
    const parts = this.#readParts(readParts, label);
    const geometries = geometriesOf(parts);
    if (geometries.length > 1) {
      report.note({ code: 'kinds-divided' });
    }
    for (const geometry of geometries.length > 0 ? geometries : [null]) {
      const id = ++this.layer.featureCount;
      const feature: VectorFeature = { type: 'Feature', id, geometry, properties: kept };
      if (onFeature) onFeature(feature, this.layer);
      else this.layer.features.push(feature);
    }
  }

  #readParts(readParts: () => Parts, label: string): Parts {
    const { report } = this.#context;
    try {
      const parts = readParts();
      const { points, lines, polygons } = parts;
      if (points.length + lines.length + polygons.length === 0) {
        report.skip({ code: 'no-geometry' }, label);
        return parts;
      }
      return this.#clean(parts, label);
    } catch (error) {
      if (!(error instanceof GeometryFault)) throw error;
      report.skip(error.fact, label);
      return emptyParts();
    }
  }

  #clean({ points, lines, polygons }: Parts, label: string): Parts {
    const { report, budget } = this.#context;
    const tell = (event: PolygonEvent) => tellOf(report, event, label);
    budget.spend('positions', points.length);
    const places = points.map((position) => this.#place(position));
    const cleaned: Parts = {
      lines: lines.flatMap((line) => {
        const placed = this.#placeAll(line);
        const [first] = placed;
        if (!first) return [];
        if (placed.every(([x, y]) => x === first[0] && y === first[1])) {
          report.note({ code: 'lines-became-points' });
          places.push(first);
          return [];
        }
        if (!crossesAntimeridian(placed)) return [placed];
        if (jumpsTooOften(placed)) throw new GeometryFault({ code: 'antimeridian-too-often' });
        report.note({ code: 'lines-cut-at-antimeridian' });
        return cutLine(placed);
      }),
      polygons: polygons.flatMap((rings) =>
        cleanPolygon(
          rings.map((ring) => this.#placeAll(ring)),
          budget,
          tell,
        ),
      ),
      points: [],
    };
    cleaned.points = places.map(([x = 0, y = 0]) => [wrapLongitude(x), y]);
    if (polygons.length > 0 && cleaned.polygons.length === 0) {
      report.skip({ code: 'polygons-without-area' }, label);
    }
    return cleaned;
  }

  #placeAll(positions: readonly Position[]): Position[] {
    this.#context.budget.spend('positions', positions.length);
    return positions.map((position) => this.#place(position));
  }

  /** Converts a position to longitude and latitude. Throws GeometryFault if it is not on earth. */
  #place(position: Position): Position {
    const [x = Number.NaN, y = Number.NaN] = position;
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      throw new GeometryFault({ code: 'coordinate-not-a-number' });
    }
    // Most positions need no change. Keeping the same arrays halves the memory.
    const isRight = Math.abs(x) < 179.9 && Math.abs(y) <= maxLatitude && position.length === 2;
    if (isRight && !this.#converter) return position;
    const [longitude, latitude] = this.#converter?.convert(x, y) ?? [x, y];
    const isOnEarth =
      Math.abs(longitude) <= maxLongitude + rounding &&
      Math.abs(latitude) <= maxLatitude + rounding;
    if (isOnEarth) {
      const snapped = snapLongitude(longitude);
      return [snapped, Math.max(-maxLatitude, Math.min(maxLatitude, latitude))];
    }
    if (this.#converter) {
      throw new GeometryFault({ code: 'outside-crs', params: { crs: this.#converter.name } });
    }
    const isSwapped = Math.abs(x) <= maxLatitude && Math.abs(y) <= maxLongitude;
    throw new GeometryFault({ code: isSwapped ? 'lon-lat-swapped' : 'not-lon-lat' });
  }

  #limitValues(properties: Properties): Properties {
    const { budget, report } = this.#context;
    const { valueCharacters } = budget.limits;
    const keys = Object.keys(properties);
    budget.spend('values', keys.length);
    for (const key of keys) {
      const value = properties[key];
      if (typeof value !== 'string' || value.length <= valueCharacters) continue;
      report.note({ code: 'texts-cut', params: { limit: valueCharacters } });
      properties[key] = value.slice(0, valueCharacters);
    }
    return properties;
  }
}

const losses: Partial<Record<PolygonEvent, PlainFileCode>> = {
  'ring dropped': 'ring-without-area',
  'hole outside': 'hole-outside',
  'not cut': 'antimeridian-not-cut',
};

function tellOf(report: Report, event: PolygonEvent, label: string): void {
  const repair = repairs[event];
  const loss = losses[event];
  if (repair !== undefined) report.note({ code: repair });
  if (loss !== undefined) report.skip({ code: loss }, label);
}

/**
 * Notes the coordinate system from which a layer was converted, and the accuracy of the conversion.
 */
export function noteConversion(
  report: Report,
  layer: string,
  converter: LonLatConverter | undefined,
): void {
  if (!converter || converter.isIdentity) return;
  report.note({
    code: 'converted',
    params: { layer, crs: converter.name, accuracyMeters: converter.accuracyMeters() ?? null },
  });
}

/** The refusal of a file whose coordinate system can't be converted; any other error unchanged. */
export function asVectorError(error: unknown): unknown {
  if (!(error instanceof CrsError)) return error;
  return new VectorError({ code: 'crs-not-convertible', params: { fault: error.fact } });
}
