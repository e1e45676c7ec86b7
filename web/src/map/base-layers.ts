/** The base maps; their style documents come from our own server. */
export const baseLayers = {
  satellite: { label: 'Satellite', styleUrl: '/basemap/styles/satellite.json' },
  outdoors: { label: 'Outdoors', styleUrl: '/basemap/styles/outdoors.json' },
  light: { label: 'Light', styleUrl: '/basemap/styles/light.json' },
  dark: { label: 'Dark', styleUrl: '/basemap/styles/dark.json' },
} as const;

export type BaseLayerName = keyof typeof baseLayers;
