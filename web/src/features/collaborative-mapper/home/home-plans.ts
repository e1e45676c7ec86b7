import type { Milestone } from '../../../ui/data/timeline.tsx';

/** The app's history: from one person's file to a map that many edit. */
export const milestones: readonly Milestone[] = [
  {
    when: 'First',
    title: 'One map, many hands',
    text: 'Proposals with both versions on the map, accepted whole or in part.',
  },
  {
    when: 'Then',
    title: 'Live, and without loss',
    text: 'Everybody sees what happens as it happens; edits made offline are merged on return.',
  },
  {
    when: 'Now',
    title: 'Collaborative Mapper is open',
    text: 'Layers from files, species ranges and occurrences, comments, history and undo.',
  },
  {
    when: 'Next',
    title: 'On a phone in the field',
    text: 'Maps to take along, with photos and notes that come back as proposals.',
    isAhead: true,
  },
  {
    when: 'Later',
    title: 'Straight into desktop GIS',
    text: 'Open addresses that keep a map open in QGIS as it grows.',
    isAhead: true,
  },
];
