/** Everything that the product stores in a browser. */
export const keptInBrowser = [
  {
    name: 'visitor',
    kind: 'Cookie',
    purpose:
      'Tells your browser from others when you run an analysis without an account, so that you find your run again and nobody else can cancel it. A random number, signed; scripts cannot read it.',
    duration: 'One year',
  },
  {
    name: 'known_accounts',
    kind: 'Cookie',
    purpose:
      'Remembers that you have logged in from this browser before, so that wrong passwords that somebody tries elsewhere cannot lock you out. The number of your account, signed; scripts cannot read it, and it opens nothing.',
    duration: 'One year',
  },
  {
    name: 'token',
    kind: 'Local storage',
    purpose: 'Keeps you logged in. Set when you log in.',
    duration: 'Until you log out; it is worth nothing after 12 hours without use',
  },
  {
    name: 'map-token-…, map-key-…',
    kind: 'Local storage',
    purpose:
      'Keep what a link to a private map brought, one of each for a map, so that its address alone opens the map again.',
    duration: 'Until you delete them; they are worth nothing once the link was replaced or revoked',
  },
  {
    name: 'theme',
    kind: 'Local storage',
    purpose: 'Remembers whether you chose light or dark. Set when you choose.',
    duration: 'Until you choose to follow the system again',
  },
  {
    name: 'area-units',
    kind: 'Local storage',
    purpose: 'Remembers the units in which areas are told. Set when you choose.',
    duration: 'Until you delete it',
  },
  {
    name: 'names-over-satellite, letter-keys',
    kind: 'Local storage',
    purpose:
      'Remember that you have switched off the names over satellite pictures, or keys of a single letter.',
    duration: 'Until you switch them on again',
  },
  {
    name: 'active-layer-…',
    kind: 'Local storage',
    purpose: 'Remembers into which layer of a map you draw, one of each for a map.',
    duration: 'Until you delete it',
  },
  {
    name: 'habitat-patrol-tutorial',
    kind: 'Local storage',
    purpose: 'Remembers that you have closed the introduction to Habitat Patrol.',
    duration: 'Until you delete it',
  },
  {
    name: 'contact-draft',
    kind: 'Session storage',
    purpose:
      'Holds the message that you are writing in the contact form, so that a reload does not lose it.',
    duration: 'Until the message is sent or the tab is closed',
  },
  {
    name: 'habitat-patrol-area',
    kind: 'Session storage',
    purpose: 'Hands an area of a map to Habitat Patrol, to look for change in.',
    duration: 'Until the tab is closed',
  },
  {
    name: 'collaborative-mapper',
    kind: 'IndexedDB',
    purpose:
      'Holds changes of maps that have not reached the server yet, so that none is lost without a connection.',
    duration: 'Until they are sent, or you discard them',
  },
];
