import { reportEditsDuringImport, reportVertexMoves } from './edits.ts';
import { reportLive } from './live.ts';
import { reportReading } from './reading.ts';
import { startMapServer } from './server.ts';
import { reportTiles } from './tiles.ts';

interface MapMeasurements {
  /** Which are made: reading, edits, tiles, live. */
  readonly parts: readonly string[];
  /** In which files are read. */
  readonly rounds: number;
  /** For which many follow a map. */
  readonly liveSeconds: number;
}

/** Prints what the Collaborative Mapper takes on the running server, beside GDAL and PostGIS. */
export async function reportMaps({ parts, rounds, liveSeconds }: MapMeasurements): Promise<void> {
  if (parts.includes('reading')) await reportReading(rounds);
  const server = await startMapServer();
  try {
    if (parts.includes('edits')) {
      await reportVertexMoves(server);
      await reportEditsDuringImport(server);
    }
    if (parts.includes('tiles')) await reportTiles(server);
    if (parts.includes('live')) await reportLive(server, liveSeconds);
  } finally {
    await server.close();
  }
}
