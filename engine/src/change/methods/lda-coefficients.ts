import type { LandCover } from '../options.ts';

export const changeMetrics = ['cv', 'rcvmax', 'ndvi', 'ndsi', 'ndwi', 'nbr'] as const;
export type ChangeMetric = (typeof changeMetrics)[number];

/** Evans & Malcom, Conservation Biology 35(4), 2021, doi 10.1111/cobi.13680. */
export const ldaCoefficients: Readonly<Record<LandCover, Readonly<Record<ChangeMetric, number>>>> =
  {
    forest: {
      cv: 0.01968614,
      rcvmax: -0.010055,
      ndvi: 0.23793789,
      ndsi: 0.09507422,
      ndwi: 0.0990206,
      nbr: 0.10534742,
    },
    scrub: {
      cv: 0.001523492,
      rcvmax: -0.228383542,
      ndvi: 0.37419452,
      ndsi: -0.17704074,
      ndwi: -0.135408066,
      nbr: -0.241886898,
    },
    desert: {
      cv: 0.05781507,
      rcvmax: -0.07196164,
      ndvi: 0.22448341,
      ndsi: -0.04054897,
      ndwi: -0.0873294,
      nbr: -0.10015228,
    },
    wetland: {
      cv: 0.02608609,
      rcvmax: -0.11168147,
      ndvi: 0.09873193,
      ndsi: 0.09082271,
      ndwi: -0.12424875,
      nbr: 0.15379691,
    },
    grassland: {
      cv: 0.01501676,
      rcvmax: -0.203513,
      ndvi: -0.14835658,
      ndsi: -0.08688555,
      ndwi: -0.1904428,
      nbr: 0.09690559,
    },
  };

/** Score from which a pixel has changed. */
export const ldaThresholds: Readonly<Record<LandCover, number>> = {
  forest: 1.5,
  scrub: 1.5,
  desert: 1.5,
  wetland: 1,
  grassland: 1.5,
};
