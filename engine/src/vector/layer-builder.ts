import type { Position } from 'geojson';
import type { LonLatConverter } from '../crs/to-lon-lat.ts';
import { crossesAntimeridian, cutLine, jumpsTooOften, snapLongitude } from '../geo/antimeridian.ts';
import { wrapLongitude } from '../geo/position.ts';
import type { Budget } from './budget.ts';
import { cleanPolygon, type PolygonEvent, repairNotes } from './geometry/clean-polygon.ts';
import { emptyParts, geometriesOf, type Parts } from './geometry/parts.ts';
import { labelOf, type Report, shorten } from './report.ts';
import type { Properties, VectorFeature, VectorLayer } from './types.ts';

/** What all readers of one import share. */
export interface ImportContext {
  readonly report: Report;
  readonly budget: Budget;
  /** Takes features one by one. Without it they are kept in their layer. */
  readonly onFeature?: ((feature: VectorFeature, layer: VectorLayer) => void) | undefined;
}

/** Longitudes of up to one additional turn are accepted. Latitudes beyond the poles are not. */
const maxLongitude = 360;
const maxLatitude = 90;
const rounding = 1e-9;

/** Thrown inside of a feature to leave its geometry out. The reason is reported. */
export class GeometryFault extends Error {}

/**
 * Builds a layer from the records that a reader finds. It converts them to longitude and latitude,
 * makes their geometry valid, and reports what it left out or repaired.
 */
export class LayerBuilder {
  readonly layer: VectorLayer & { featureCount: number };
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
      report.note('Features with several kinds of shapes were divided into one feature for each.');
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
        report.skip('Has no geometry.', label);
        return parts;
      }
      return this.#clean(parts, label);
    } catch (error) {
      if (!(error instanceof GeometryFault)) throw error;
      report.skip(error.message, label);
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
          report.note('Lines without a length became points.');
          places.push(first);
          return [];
        }
        if (!crossesAntimeridian(placed)) return [placed];
        if (jumpsTooOften(placed)) {
          throw new GeometryFault('Crosses the antimeridian (180°) again and again.');
        }
        report.note('Lines across the antimeridian (180°) have been cut there.');
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
      report.skip('Its polygons have no area.', label);
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
      throw new GeometryFault('Has a coordinate that is not a number.');
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
      throw new GeometryFault(
        `Lies outside of where its coordinate system (${this.#converter.name}) can be converted to WGS 84.`,
      );
    }
    const isSwapped = Math.abs(x) <= maxLatitude && Math.abs(y) <= maxLongitude;
    throw new GeometryFault(
      isSwapped
        ? 'Has a latitude beyond 90°: longitude and latitude seem to be swapped. Longitude has to come first.'
        : 'Has coordinates that are not longitude and latitude (beyond ±180 and ±90), and the file does not say in which coordinate system they are. Save it in longitude and latitude (WGS 84); a shapefile says it in its .prj file.',
    );
  }

  #limitValues(properties: Properties): Properties {
    const { budget, report } = this.#context;
    const { valueCharacters } = budget.limits;
    const keys = Object.keys(properties);
    budget.spend('values', keys.length);
    for (const key of keys) {
      const value = properties[key];
      if (typeof value !== 'string' || value.length <= valueCharacters) continue;
      report.note(`Texts of more than ${valueCharacters} characters were cut there.`);
      properties[key] = value.slice(0, valueCharacters);
    }
    return properties;
  }
}

const losses: Partial<Record<PolygonEvent, string>> = {
  'ring dropped': 'Has a ring without an area.',
  'hole outside': 'Has a hole that lies outside of its polygon.',
  'not cut': 'Crosses the antimeridian (180°) and could not be cut there.',
};

function tellOf(report: Report, event: PolygonEvent, label: string): void {
  const repair = repairNotes[event];
  const loss = losses[event];
  if (repair !== undefined) report.note(repair);
  if (loss !== undefined) report.skip(loss, label);
}

/** From this accuracy on, a note tells how exact the conversion can be. */
const notableMeters = 5;

/**
 * Notes the coordinate system from which a layer was converted, and the accuracy of the conversion.
 */
export function noteConversion(
  report: Report,
  layer: string,
  converter: LonLatConverter | undefined,
): void {
  if (!converter || converter.isIdentity) return;
  const accuracy = converter.accuracyMeters();
  const exactness =
    accuracy === undefined
      ? ' No published transformation covers all of its places: there, the position may be off by up to some hundred meters.'
      : accuracy >= notableMeters
        ? ` The published transformation is accurate to about ${accuracy} m.`
        : '';
  report.note(`${layer} was converted from ${converter.name} to WGS 84.${exactness}`);
}
