/** Every number that a person, a form or a server rule is held to. Units stand in the names. */
export const limits = {
  account: {
    passwordMinLength: 8,
    passwordMaxLength: 32,
    usernameMinLength: 2,
    usernameMaxLength: 20,
    emailMaxLength: 50,
    nameMaxLength: 50,
    organizationMaxLength: 100,
    bioMaxLength: 1000,
    activationTokenHours: 72,
    sessionTokenHours: 12,
    activationRedirectMilliseconds: 10_000,
  },
  /** Defaults: an installation may set others. */
  rate: {
    loginsPerMinutePerAddress: 10,
    loginsPerHourPerAccount: 20,
    registrationsPerHourPerAddress: 20,
    uniquenessChecksPerMinutePerAddress: 60,
    importsPerMinutePerAddress: 20,
  },
  toastMilliseconds: 8_000,
  contact: {
    messageMaxLength: 3_000,
  },
  upload: {
    /** Of one file, where its own screen sets nothing else. */
    defaultMaxBytes: 1_000_000,
    /** Of a vector file; the same for an area and for a map's layer. */
    vectorMaxBytes: 10_000_000,
  },
  habitatPatrol: {
    earliestStartYear: 2015,
    maxPerimeterMeters: 85_420,
    coordinateDecimals: 5,
    /** Positions of all rings of an area together. */
    maxAreaPositions: 20_000,
    maxCoordsCharacters: 1_000_000,
    maxTries: 10,
    opacityMax: 10,
    resultZoom: 12,
    areaZoom: 5,
    defaultCenter: { latitude: 41.256, longitude: -95.9345 },
    defaultZoom: 5,
    defaultStartDate: '2019-01-01',
    defaultEndDate: '2019-12-31',
    layerReturnMilliseconds: 500,
    alertMilliseconds: 180_000,
    /** A change counts as having occurred from this size of one patch of changed clear pixels. */
    smallestChangeHectares: 0.5,
    /** Runs that one network address may have waiting or running. */
    maxQueuedRunsPerAddress: 5,
    /** The rectangle around an area may span at most this; beyond it no run starts. */
    maxExtentSquareKilometers: 10_000,
    /** Runs that one process works on at a time; the others wait their turn. */
    concurrentRuns: 2,
    /** Visitors' oldest results go when all results together take more than this. */
    maxResultBytes: 20_000_000_000,
    /**
     * For how long a failure that would happen again is answered without another try: for all tries
     * of one person, and not so long that a catalogue that has been mended still counts as broken.
     */
    rememberFailureMinutes: 60,
  },
} as const;
