/** Habitat Patrol's methods, in the order of its form. */
export const methodHelp: readonly { name: string; text: string }[] = [
  {
    name: 'Automatic',
    text: 'Weighs all bands, learns from the pair of images what is mere season and haze, and finds its own threshold. It names each patch by what it became, and says so when nothing changed.',
  },
  {
    name: 'IR-MAD',
    text: 'The statistic of many published studies (iteratively reweighted multivariate alteration detection), with a threshold found in the data.',
  },
  {
    name: 'Land cover (LDA)',
    text: 'Published discriminants, each fitted for one land cover, such as scrub or desert.',
  },
  {
    name: 'Vegetation (NDVI)',
    text: 'Looks at green vegetation alone: clearing and regrowth, on two dates of one season.',
  },
  {
    name: 'Burn (NBR)',
    text: 'The burn ratio that fire services map with, in their classes of severity.',
  },
];

/** Keys and their effects, by the place where they work. */
export const keyGroups: readonly {
  title: string;
  keys: readonly (readonly [key: string, action: string])[];
}[] = [
  {
    title: 'On a map',
    keys: [
      ['Arrow keys', 'Move the map'],
      ['+ and −', 'Zoom in and out'],
      ['Shift + left or right', 'Turn the map'],
      ['Shift + Z', 'Zoom in at the mouse, in Habitat Patrol'],
      ['Enter', 'Read the layers in the middle, in the Conservation Value Mapper'],
    ],
  },
  {
    title: 'While drawing',
    keys: [
      ['Space', 'Set a corner in the middle of the map'],
      ['Enter', 'Finish the shape'],
      ['Backspace', 'Take the last corner back'],
      ['Escape', 'Give up the shape'],
      ['Ctrl or ⌘ + Z', 'Undo'],
      ['Ctrl or ⌘ + Y', 'Redo'],
    ],
  },
  {
    title: 'At a corner of a shape',
    keys: [
      ['Arrow keys', 'Move the corner'],
      ['Delete', 'Remove the corner'],
    ],
  },
  {
    title: 'In a table of attributes',
    keys: [
      ['Arrow keys', 'Go from cell to cell'],
      ['Home and End', 'Go to the first or last column; with Ctrl, of all rows'],
      ['Enter or F2', 'Edit the cell; in the first column, show the feature'],
      ['Escape', 'Leave the cell as it was'],
    ],
  },
  {
    title: 'Between before and after',
    keys: [
      ['Left and right', 'Move the line'],
      ['Home and End', 'Show one of the two alone'],
    ],
  },
];

export const dataSources: readonly { name: string; href: string; text: string }[] = [
  {
    name: 'Copernicus Sentinel-2',
    href: 'https://sentinels.copernicus.eu/',
    text: 'satellite images since 2015, in pixels of 10 m, found and read through the Earth Search catalogue.',
  },
  {
    name: 'U.S. Fish and Wildlife Service',
    href: 'https://ecos.fws.gov/ecp/',
    text: 'protected species of the United States, their ranges and critical habitat.',
  },
  {
    name: 'GBIF',
    href: 'https://www.gbif.org/',
    text: 'where species were seen, in the Collaborative Mapper.',
  },
  {
    name: 'Natural Earth, U.S. Census Bureau, GeoNames and NASA Visible Earth',
    href: 'https://www.naturalearthdata.com/',
    text: 'the built-in base map and its places.',
  },
];
