/** These lists are apart from the schema of styles, so that browsers load them without it. */

/** How lines are drawn. */
export const lineDashes = ['solid', 'dashed', 'dotted'] as const;

/** How the breaks between classes of numbers were found. */
export const classMethods = ['quantile', 'equal interval', 'natural breaks', 'manual'] as const;
export type ClassMethod = (typeof classMethods)[number];

/** The icons of points: those of Maki (CC0) that this field needs, by Maki's names. */
export const pointIcons = [
  'park',
  'park-alt1',
  'natural',
  'garden',
  'wetland',
  'water',
  'waterfall',
  'mountain',
  'volcano',
  'beach',
  'logging',
  'fence',
  'gate',
  'bridge',
  'dam',
  'drinking-water',
  'campsite',
  'shelter',
  'picnic-site',
  'ranger-station',
  'observation-tower',
  'viewpoint',
  'communications-tower',
  'parking',
  'toilet',
  'veterinary',
  'animal-shelter',
  'zoo',
  'horse-riding',
  'fire-station',
  'danger',
  'roadblock',
  'waste-basket',
  'industry',
  'farm',
  'windmill',
  'harbor',
  'information',
  'star',
] as const;
export type PointIcon = (typeof pointIcons)[number];
