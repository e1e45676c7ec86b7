import type { EventKind } from './events.ts';

/** A named example: a square around a place, two dates, and what happens there between them. */
export interface ExampleRow {
  readonly name: string;
  /** Longitude and latitude. */
  readonly center: readonly [number, number];
  /** From the center to each side of the area. */
  readonly halfMeters: number;
  readonly startDate: string;
  readonly endDate: string;
  /** Kind, date, meters east and north of the center, radius in meters. */
  readonly events: readonly (readonly [EventKind, string, number, number, number])[];
}

export const exampleRows: readonly ExampleRow[] = [
  {
    name: 'Clear-cuts, Oregon Coast Range (simulated)',
    center: [-123.62, 44.62],
    halfMeters: 2_500,
    startDate: '2018-07-20',
    endDate: '2020-07-20',
    events: [
      ['clear-cut', '2018-10-05', -1_500, 1_400, 390],
      ['clear-cut', '2019-03-20', 500, 1_700, 330],
      ['clear-cut', '2019-05-02', 1_600, 300, 420],
      ['clear-cut', '2019-09-14', -300, -300, 300],
      ['clear-cut', '2019-11-02', -1_700, -1_300, 360],
      ['clear-cut', '2020-03-11', 900, -1_600, 400],
    ],
  },
  {
    name: 'Solar farm, Mojave Desert (simulated)',
    center: [-117.32, 34.98],
    halfMeters: 2_500,
    startDate: '2019-05-10',
    endDate: '2021-05-10',
    events: [
      ['solar farm', '2019-11-15', -500, 500, 1_000],
      ['solar farm', '2020-06-01', 1_500, -1_500, 650],
    ],
  },
  {
    name: 'Wildfire, Colorado Front Range (simulated)',
    center: [-105.52, 40.56],
    halfMeters: 2_800,
    startDate: '2019-08-10',
    endDate: '2021-08-10',
    events: [['burn', '2020-08-22', 200, -100, 2_300]],
  },
  {
    name: 'Solar farm, Texas High Plains (simulated)',
    center: [-101.6, 33.9],
    halfMeters: 2_500,
    startDate: '2018-06-15',
    endDate: '2020-06-15',
    events: [
      ['solar farm', '2019-02-10', -700, -500, 950],
      ['solar farm', '2019-08-01', 1_400, 1_400, 700],
    ],
  },
  {
    name: 'No change, Nebraska Sandhills (simulated)',
    center: [-101.0, 42.1],
    halfMeters: 2_500,
    startDate: '2018-08-01',
    endDate: '2020-08-01',
    events: [],
  },
];
