import type { FastifyRequest } from 'fastify';

/** How other features read a map's polygons. The maps' feature makes it, and `app.ts` hands it out. */
export interface MapPolygons {
  /**
   * Reads the polygons of a map that the caller may read, in the order of its layers.
   * @param onRows is called with lists of `{ geometry, properties }` as JSON, one after the other
   * @returns the map's name
   * @throws {ApiFailure} 401, 403 and 404 unless the caller may read the map; what `onRows` throws
   */
  read(
    request: FastifyRequest,
    mapId: number,
    onRows: (rows: string) => Promise<void>,
  ): Promise<string>;
}
