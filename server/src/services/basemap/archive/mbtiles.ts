import { DatabaseSync } from 'node:sqlite';
import { messageOf } from '../../../platform/thrown.ts';
import { maxTileBytes } from '../tile-check.ts';
import {
  type Archive,
  ArchiveError,
  type ArchiveFacts,
  layerNamesOf,
  readBounds,
} from './archive.ts';

const maxMetadataBytes = 1_000_000;

/** Opens an MBTiles file (MBTiles 1.3) for reading. @throws {ArchiveError} */
export function openMbtiles(file: string): Archive {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.exec('PRAGMA trusted_schema = OFF');
    refuseEndlessViews(database);
    const facts = readFacts(database);
    // A tile that is too large is not even read. Rows are counted from the south.
    const select = database.prepare(
      `SELECT CASE WHEN length(tile_data) <= ${maxTileBytes} THEN tile_data END AS bytes FROM tiles
       WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1`,
    );
    return {
      facts,
      async tile({ z, x, y }) {
        const row = select.get(z, x, 2 ** z - 1 - y);
        if (row === undefined) return null;
        if (!(row.bytes instanceof Uint8Array)) throw new RangeError('a tile that is none');
        return row.bytes;
      },
      close: async () => database.close(),
    };
  } catch (cause) {
    database.close();
    if (cause instanceof ArchiveError) throw cause;
    throw new ArchiveError(
      `is no usable MBTiles file (${messageOf(cause)})`,
      'copy it again, or make it anew',
    );
  }
}

/** Tiles may be a view over other tables, but a query that repeats itself could be one without an end. */
function refuseEndlessViews(database: DatabaseSync): void {
  const views = database.prepare("SELECT sql FROM sqlite_schema WHERE type = 'view'").all();
  if (views.some(({ sql }) => /\bwith\b/i.test(String(sql)))) {
    throw new ArchiveError('makes its tiles by a query of its own', 'make it anew');
  }
}

function readFacts(database: DatabaseSync): ArchiveFacts {
  const rows = database
    .prepare(
      `SELECT name, value FROM metadata WHERE length(value) <= ${maxMetadataBytes} LIMIT 100`,
    )
    .all();
  const metadata = new Map(rows.map(({ name, value }) => [String(name), String(value)]));
  const zooms = database
    .prepare('SELECT min(zoom_level) AS least, max(zoom_level) AS most FROM tiles')
    .get();
  const minZoom = Number(zooms?.least ?? Number.NaN);
  const maxZoom = Number(zooms?.most ?? Number.NaN);
  if (zooms?.least === null) throw new ArchiveError('has no tiles', 'make it anew');
  if (!(minZoom >= 0 && maxZoom <= 24)) {
    throw new ArchiveError('has tiles of impossible zooms', 'make it anew');
  }
  const bounds = metadata.get('bounds');
  return {
    type: typeOf(metadata.get('format')),
    minZoom,
    maxZoom,
    ...(bounds !== undefined && { bounds: readBounds(bounds.split(',').map(Number)) }),
    attribution: metadata.get('attribution') ?? '',
    layers: layerNamesOf(JSON.parse(metadata.get('json') ?? '{}')),
  };
}

function typeOf(format: string | undefined): ArchiveFacts['type'] {
  if (format === 'pbf') return 'vector';
  if (['png', 'jpg', 'jpeg', 'webp'].includes(format ?? '')) return 'raster';
  throw new ArchiveError(
    `has tiles of the format "${format?.slice(0, 20) ?? 'unknown'}"`,
    'the tiles must be vector tiles (pbf), PNG, JPEG or WebP',
  );
}
