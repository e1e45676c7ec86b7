import type { Position } from 'geojson';

/** Removes repeated rings. Rings are equal if they have the same corners from the same start on. */
export function distinctRings(rings: readonly Position[][]): Position[][] {
  return distinctBy(rings, String);
}

/** Removes repeated polygons. Polygons are equal if they have the same rings in the same order. */
export function distinctPolygons(polygons: readonly Position[][][]): Position[][][] {
  return distinctBy(polygons, (rings) => rings.join(';'));
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size !== seen.add(keyOf(item)).size);
}
