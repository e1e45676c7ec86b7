const helpAddress = '/support/help';

/** What each app is for. */
export const appHelp: readonly {
  id: string;
  name: string;
  paragraphs: readonly string[];
  href: string;
}[] = [
  {
    id: 'habitat-patrol',
    name: 'Habitat Patrol',
    paragraphs: [
      'It compares satellite images of an area on two dates and shows what changed on the land. Draw an area, upload one, or take the range or critical habitat of a protected species; choose two dates; press Run. The result shows before, after and change on the map, with sizes by kind of change, a list of the largest patches, a report to print and files for a GIS.',
      'Compare dates of the same season: snow, leaves and harvests otherwise count as change. No account is needed; with one, your runs are kept.',
    ],
    href: '/apps/habitatpatrol/map',
  },
  {
    id: 'collaborative-mapper',
    name: 'Collaborative Mapper',
    paragraphs: [
      'A team builds one map. Its owner invites collaborators, who propose new, changed and deleted features; the owner looks at both versions on the map and accepts or rejects. Several people work at the same time and see each other. Comments, layers from files, ranges and sightings of species, a table of attributes, undo, and a history from which anything can be brought back belong to each map.',
      'Public maps can be looked at without an account; making and editing maps needs one.',
    ],
    href: '/apps/collaborativemapper/dashboard',
  },
  {
    id: 'value-mapper',
    name: 'Conservation Value Mapper',
    paragraphs: [
      'It turns rasters, such as elevation or land cover, into maps of what the land is worth to conservation. A project holds up to five rasters, uploaded as GeoTIFF. Each gets a curve, or a value for every class, and a palette; the map changes while you move the curve. Saved values can be downloaded as a raster. Projects need an account, and are open to their owner alone.',
    ],
    href: '/apps/conservationvaluemapper/dashboard',
  },
];

export const fileHelp: readonly { name: string; text: string }[] = [
  {
    name: 'Files that can be uploaded',
    text: 'Shapes as GeoJSON, KML, KMZ or a zipped shapefile (.shp, .dbf, .shx and .prj together), as an area in Habitat Patrol or as a layer in the Collaborative Mapper. Rasters as GeoTIFF, in the Conservation Value Mapper.',
  },
  {
    name: 'Download and export',
    text: 'A result of Habitat Patrol has Downloads: images as GeoTIFF and PNG, patches of change as GeoJSON, KML and shapefile. In the Collaborative Mapper, Export in the panel of a map gives its features as files for a GIS or a spreadsheet. The Conservation Value Mapper downloads valued rasters as GeoTIFF.',
  },
  {
    name: 'QGIS, ArcGIS and other GIS',
    text: 'All files open in any GIS; change.zip brings its colors to QGIS. Below a result of Habitat Patrol, “Open in QGIS” makes addresses (XYZ tiles) by which a GIS shows its pictures without a download.',
  },
  {
    name: 'Hectares and acres',
    text: 'Sizes are shown in hectares, in acres or in both: choose among the details of a result, or in the Account tab of your profile.',
  },
];

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

/** A part of the help as a search finds it. */
interface HelpTopic {
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

const topicAt = (id: string, title: string, description: string): HelpTopic => ({
  path: `${helpAddress}#${id}`,
  title: `Help: ${title}`,
  description,
});

/** Everything that the help page explains. */
export const helpTopics: readonly HelpTopic[] = [
  ...appHelp.flatMap(({ id, name, paragraphs }) =>
    paragraphs.map((text) => topicAt(id, name, text)),
  ),
  ...fileHelp.map(({ name, text }) => topicAt('files', name, text)),
  ...methodHelp.map(({ name, text }) => topicAt('methods', name, text)),
  ...keyGroups.map(({ title, keys }) =>
    topicAt(
      'keyboard',
      `Keys ${title.toLowerCase()}`,
      keys.map((key) => key.join(': ')).join('; '),
    ),
  ),
  ...dataSources.map(({ name, text }) => topicAt('sources', name, text)),
];
