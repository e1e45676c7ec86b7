import type { Position } from 'geojson';

/** Rings each once: the same corners from the same start on are the same ring. */
export function distinctRings(rings: readonly Position[][]): Position[][] {
  return distinctBy(rings, String);
}

/** Polygons each once: the same rings in the same order are the same polygon. */
export function distinctPolygons(polygons: readonly Position[][][]): Position[][][] {
  return distinctBy(polygons, (rings) => rings.join(';'));
}

function distinctBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => seen.size !== seen.add(keyOf(item)).size);
}
