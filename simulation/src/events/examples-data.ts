import type { EventKind } from './land-event.ts';

/** A named example: a rectangle around a place, two dates, and what happens there between them. */
export interface ExampleRow {
  readonly name: string;
  /** Longitude and latitude. */
  readonly center: readonly [number, number];
  /** From the center to each side of the area. */
  readonly halfMeters: number;
  /** To its western and eastern sides, where that is further. */
  readonly halfWidthMeters?: number;
  readonly startDate: string;
  readonly endDate: string;
  /** Kind, date, meters east and north of the center, radius in meters. */
  readonly events: readonly (readonly [EventKind, string, number, number, number])[];
}

export const exampleRows: readonly ExampleRow[] = [
  {
    name: 'Clear-cuts, Oregon Coast Range',
    center: [-123.75, 44.552],
    halfMeters: 2_500,
    startDate: '2018-08-20',
    endDate: '2020-10-15',
    events: [
      ['clear-cut', '2018-10-05', -1_500, 1_400, 460],
      ['clear-cut', '2019-03-20', 300, 1_600, 420],
      ['clear-cut', '2019-05-02', 1_700, 500, 480],
      ['clear-cut', '2019-09-14', -500, -100, 430],
      ['clear-cut', '2019-11-02', -1_800, -900, 450],
      ['clear-cut', '2020-03-11', 600, -600, 400],
    ],
  },
  {
    name: 'Solar farm, west San Joaquin Valley, California',
    center: [-120.255, 36.208],
    halfMeters: 2_500,
    startDate: '2019-03-25',
    endDate: '2021-05-12',
    events: [
      ['solar farm', '2019-11-15', -500, 500, 1_000],
      ['solar farm', '2020-06-01', 1_500, -1_500, 650],
    ],
  },
  {
    name: 'Wildfire, Colorado Front Range',
    center: [-105.52, 40.56],
    halfMeters: 2_800,
    halfWidthMeters: 3_850,
    startDate: '2019-07-25',
    endDate: '2021-09-15',
    events: [['burn', '2020-08-22', 200, -100, 2_300]],
  },
  {
    name: 'No change, Nebraska Sandhills',
    center: [-101.1, 42.3],
    halfMeters: 2_500,
    startDate: '2018-08-05',
    endDate: '2020-08-01',
    events: [],
  },
];
