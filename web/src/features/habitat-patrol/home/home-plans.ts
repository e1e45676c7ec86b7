import type { Milestone } from '../../../ui/data/timeline.tsx';

/** Plans without a promised date. */
export const comingSoon = [
  {
    title: 'Watch an area',
    text: 'Save an area and be told by mail when something changes there.',
  },
  {
    title: 'A place through time',
    text: 'Indices of plants, water and fire for one place, over all years, as a chart and a table.',
  },
  {
    title: 'Larger areas',
    text: 'Whole ranges at full detail, computed where the imagery is stored.',
  },
];

/**
 * Milestones of the satellites and of this app. Source of the launch dates: European Space Agency.
 */
export const milestones: readonly Milestone[] = [
  {
    when: 'June 2015',
    title: 'Sentinel-2A is launched',
    text: 'The first images that Habitat Patrol can compare.',
  },
  {
    when: 'March 2017',
    title: 'Sentinel-2B follows',
    text: 'Two satellites halve the wait: a place is seen about every five days.',
  },
  {
    when: 'September 2024',
    title: 'Sentinel-2C is launched',
    text: 'It takes over from the first, so that the record goes on.',
  },
  {
    when: 'Now',
    title: 'Habitat Patrol is open',
    text: 'Areas by drawing, file and species; five methods; results to share and take along.',
  },
  {
    when: 'Next',
    title: 'Watching, and looking through time',
    text: 'Alerts on a saved area, and time series of a place.',
    isAhead: true,
  },
];
