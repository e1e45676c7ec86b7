import { runSentence } from '@refugia/contract/habitat-patrol/run-facts.ts';
import type { MultiPolygon, Position } from 'geojson';
import { afterAll, describe, expect, test } from 'vitest';
import type { SyntheticPlace, SyntheticTile } from '../../../testing/synthetic-ground.ts';
import { readChange, SyntheticRuns, smallArea } from '../../../testing/synthetic-runs.ts';
import {
  outlineOf,
  type SyntheticScene,
  syntheticPlace,
} from '../../../testing/synthetic-scenes.ts';
import { coordinateTransform } from '../../crs/transform.ts';
import { tileAt } from '../../geo/web-mercator.ts';
import { changeRendering } from '../../render/change-palette.ts';
import { renderTile } from '../../render/tile.ts';
import { FileSource } from '../../source/file-source.ts';
import { openTiff } from '../../tiff/index.ts';

const runs = new SyntheticRuns();
afterAll(() => runs.close());

/** A scene of each date on each tile. */
function scenesOf(tiles: readonly SyntheticTile[], place?: SyntheticPlace): SyntheticScene[] {
  return tiles.flatMap((tile) => [
    { id: `before-${tile.name}`, datetime: '2021-07-14T17:50:00Z', tile, place },
    { id: `after-${tile.name}`, datetime: '2023-07-16T17:50:00Z', tile, place },
  ]);
}

/** The tile that begins at a column and row of a world, in the world's zone. */
function tileOf(
  name: string,
  [column, row]: readonly [number, number],
  side: number,
  { epsg, origin }: SyntheticPlace = syntheticPlace,
): SyntheticTile {
  return { name, epsg, origin: [origin[0] + 10 * column, origin[1] - 10 * row], side };
}

/** The same in another zone, snapped to its 20 m, as tiles are. */
function tileInZone(
  { name, epsg, side }: Omit<SyntheticTile, 'origin'>,
  [column, row]: readonly [number, number],
  place: SyntheticPlace,
): SyntheticTile {
  const [x, y] = coordinateTransform(place.epsg, epsg)(
    place.origin[0] + 10 * column,
    place.origin[1] - 10 * row,
  );
  return { name, epsg, origin: [20 * Math.round(x / 20), 20 * Math.round(y / 20)], side };
}

/** A world with a position (longitude, latitude) at its column 100 and row 100. */
function placeAround(epsg: number, longitude: number, latitude: number): SyntheticPlace {
  const [x, y] = coordinateTransform(4326, epsg)(longitude, latitude);
  return { epsg, origin: [20 * Math.round(x / 20) - 1000, 20 * Math.round(y / 20) + 1000] };
}

describe('a run over several tiles', () => {
  test('an area across four MGRS tiles is one picture without seams', async () => {
    const tiles = [
      tileOf('13SEE', [0, 0], 110),
      tileOf('13SFE', [90, 0], 110),
      tileOf('13SED', [0, 90], 110),
      tileOf('13SFD', [90, 90], 110),
    ];
    const result = await runs.run({ catalogue: scenesOf(tiles) });
    expect(result.statistics.clearShare).toBe(1);
    expect(result.scenes.filter(({ role }) => role === 'before')).toHaveLength(4);
    expect([result.beforeDate, result.afterDate]).toEqual(['2021-07-14', '2023-07-16']);
    const change = await readChange(result);
    expect(change.f1).toBeGreaterThan(0.95);
    // The change lies on a seam; along the rest of them nothing is called changed.
    expect(change.at(145, 105)).toBe('changed');
    for (let along = 12; along < 188; along += 2) {
      expect(change.at(100, along)).toBe('unchanged');
      if (along < 118 || along > 172) expect(change.at(along, 100)).toBe('unchanged');
    }
    expect(result.notes.map(runSentence).filter((note) => note.includes('of the area'))).toEqual(
      [],
    );
  });

  test('scenes on two UTM zones meet', async () => {
    // 102° W is the edge of the zones 13 and 14; the world is in 13.
    const place = placeAround(32613, -102, 40);
    const tiles = [
      tileOf('13TGE', [0, 0], 120, place),
      tileOf('13TGD', [0, 80], 120, place),
      tileInZone({ name: '14TKK', epsg: 32614, side: 240 }, [90, -10], place),
    ];
    const result = await runs.run({
      catalogue: scenesOf(tiles, place),
      area: outlineOf(smallArea, place),
    });
    expect(result.statistics.clearShare).toBeGreaterThan(0.995);
    const platforms = new Set(result.scenes.map(({ id }) => id.slice(-5)));
    expect([...platforms].sort()).toEqual(['13TGD', '13TGE', '14TKK']);
    const change = await readChange(result, place);
    expect(change.f1).toBeGreaterThan(0.95);
    expect(Math.abs(result.statistics.changedHectares - 20)).toBeLessThan(2);
  });

  test('the two dates on two zones are compared', async () => {
    const place = placeAround(32613, -102, 40);
    const [before] = scenesOf([tileOf('13TGE', [0, 0], 200, place)], place);
    const [, after] = scenesOf(
      [tileInZone({ name: '14TKK', epsg: 32614, side: 240 }, [-10, -10], place)],
      place,
    );
    const result = await runs.run({
      catalogue: [before!, after!],
      area: outlineOf(smallArea, place),
    });
    const change = await readChange(result, place);
    expect(result.statistics.clearShare).toBeGreaterThan(0.98);
    // One date is resampled, the other copied: the edges of fields differ.
    expect(change.f1).toBeGreaterThan(0.88);
  });
});

describe('areas in odd places', () => {
  test('an area partly outside the imagery is unobserved there, and told', async () => {
    const catalogue = scenesOf([tileOf('13SEE', [0, 0], 200)]);
    const area = outlineOf({ column: 60, row: 10, width: 180, height: 180 });
    const result = await runs.run({ catalogue, area });
    const change = await readChange(result);
    expect(change.at(199, 150)).toBe('unchanged');
    expect(change.at(200, 150)).toBe('unobserved');
    expect(change.f1).toBeGreaterThan(0.95);
    // 40 of its 180 columns.
    expect(result.statistics.clearShare).toBeCloseTo(140 / 180, 3);
    expect(runSentence(result.notes[0])).toBe(
      '22 % of the area is shown by no scene around 2021-07-15 or 2023-07-15: it is given as not observed. Choose another date, or an area that the imagery covers.',
    );
  });

  test('an area that ends exactly on a tile’s edge needs no other tile', async () => {
    const tiles = [tileOf('13SEE', [0, 0], 180), tileOf('13SFE', [180, 0], 180)];
    const area = outlineOf({ column: 80, row: 20, width: 100, height: 140 });
    const result = await runs.run({ catalogue: scenesOf(tiles), area });
    expect(result.scenes.map(({ id }) => id)).toEqual(['before-13SEE', 'after-13SEE']);
    const { counts, f1 } = await readChange(result);
    expect(counts.unobserved).toBe(0);
    expect(counts.unchanged + counts.changed).toBe(100 * 140);
    expect(f1).toBeGreaterThan(0.95);
  });

  test('an area smaller than a pixel would fail again', async () => {
    const area = outlineOf({ column: 150.2, row: 150.2, width: 0.3, height: 0.3 });
    const { permanent, fact } = await runs.failure({ area });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toBe(
      'The area is smaller than one pixel of 10 m. Draw a larger one.',
    );
  });

  test('an area of a few pixels says that they are too few', async () => {
    const area = outlineOf({ column: 150, row: 150, width: 4, height: 4 });
    const { permanent, fact } = await runs.failure({ area });
    expect(permanent).toBe(true);
    expect(runSentence(fact)).toContain(
      'Only 16 pixels are clear on both dates: too few to compare them',
    );
    expect(runSentence(fact)).toContain('larger area');
  });

  test('south of the equator', async () => {
    const place = placeAround(32719, -69.5, -33.4);
    const tile = tileOf('19HCB', [0, 0], 200, place);
    const result = await runs.run({
      catalogue: scenesOf([tile], place),
      area: outlineOf(smallArea, place),
    });
    const change = await readChange(result, place);
    expect(change.grid.epsg).toBe(32719);
    expect(change.counts.unchanged + change.counts.changed).toBe(180 * 180);
    expect(change.f1).toBeGreaterThan(0.95);
  });

  test('across the antimeridian', async () => {
    // Fiji; the scenes of one date are in zone 60, those of the other in zone 1.
    const place = placeAround(32760, 179.999, -16.5);
    const [before] = scenesOf([tileOf('60KXF', [0, 0], 200, place)], place);
    const [, after] = scenesOf(
      [tileInZone({ name: '01KAB', epsg: 32701, side: 220 }, [-10, -10], place)],
      place,
    );
    const area = acrossAntimeridian(outlineOf(smallArea, place).coordinates[0]);
    const result = await runs.run({ catalogue: [before!, after!], area });
    const change = await readChange(result, place);
    // Its outline in longitude and latitude is a little wider than the world's square.
    expect(change.counts.unchanged + change.counts.changed).toBeGreaterThan(180 * 180 * 0.98);
    expect(change.f1).toBeGreaterThan(0.88);

    const source = await FileSource.open(result.files.change);
    const tiff = await openTiff(source);
    for (const longitude of [179.995, -179.995]) {
      const picture = await renderTile(tiff, changeRendering(), tileAt(longitude, -16.5, 15));
      expect(picture).toBeDefined();
    }
    await source.close();
  });
});

/** A rectangle as its two parts on both sides of 180°, as RFC 7946 has it. */
function acrossAntimeridian(ring: readonly Position[]): MultiPolygon {
  const [xs, ys] = [ring.map(([x]) => x!), ring.map(([, y]) => y!)];
  const west = Math.min(...xs.filter((x) => x > 0));
  const east = Math.max(...xs.filter((x) => x < 0));
  const [south, north] = [Math.min(...ys), Math.max(...ys)];
  const part = (from: number, to: number): Position[][] => [
    [
      [from, south],
      [to, south],
      [to, north],
      [from, north],
      [from, south],
    ],
  ];
  return { type: 'MultiPolygon', coordinates: [part(west, 180), part(-180, east)] };
}
