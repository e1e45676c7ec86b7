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
    /** Until it is confirmed by its mailed link, a changed address counts as taken for this long. */
    emailTokenHours: 72,
    resetTokenHours: 1,
    sessionTokenHours: 12,
    /** Of a photo's file as it is uploaded. */
    photoMaxBytes: 1_000_000,
    /** Width times height, as the file declares them. */
    photoMaxPixels: 50_000_000,
    /** Along a side of the square that is kept. */
    photoSizePixels: 512,
    activationRedirectMilliseconds: 10_000,
    resetFailureRedirectMilliseconds: 3_000,
    resetRedirectMilliseconds: 500,
    usernameChangeRedirectMilliseconds: 3_000,
  },
  /** Defaults: an installation may set others. */
  rate: {
    loginsPerMinutePerAddress: 10,
    loginsPerHourPerAccount: 20,
    registrationsPerHourPerAddress: 20,
    uniquenessChecksPerMinutePerAddress: 60,
    /** Requests for a reset or for a username. */
    recoveriesPerHourPerAddress: 20,
    /** Mailed links (activation, email, reset) that are followed or tried. */
    linksPerMinutePerAddress: 30,
    /** Mails that anybody can cause to one email address, and that an account can cause. */
    mailsPerHourPerAccount: 5,
    contactsPerHourPerAddress: 10,
    photosPerHourPerAccount: 20,
    photosPerHourPerAddress: 60,
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
    /**
     * The rectangle around an area may span at most this; beyond it no run starts. The contiguous
     * United States span 14.4 million.
     */
    maxExtentSquareKilometers: 15_000_000,
    /**
     * Pixels that are compared: the finest of which the rectangle around the area has not too many,
     * by doubling; more where few of them lie inside of the area, and of the finest any number. The
     * engine decides; a test of the server holds the two together.
     */
    workPixels: {
      finestMeters: 10,
      coarsestMeters: 2_560,
      most: 6_000_000,
      mostInside: 5_050_000,
      mostAround: 9_250_000,
    },
    /** Runs that one process works on at a time; the others wait their turn. */
    concurrentRuns: 2,
    /** Visitors' oldest results go when all results together take more than this. */
    maxResultBytes: 20_000_000_000,
    /**
     * For how long a failure that would happen again is answered without another try: for all tries
     * of one person, and not so long that a catalogue that has been mended still counts as broken.
     */
    rememberFailureMinutes: 60,
    /** Scene ids of one date that a request may choose or leave out. */
    maxChosenScenes: 200,
    runNameMaxLength: 100,
    runsPerPage: 20,
    /** A list with a run under way is asked for again after this. */
    runListMilliseconds: 4_000,
    maxRunsPerPage: 100,
    patchesPerPage: 20,
    maxPatchesPerPage: 200,
    /** The largest patches are listed and can be downloaded; statistics count them all. */
    maxListedPatches: 20_000,
    /** Longer side of a picture that is downloaded. */
    maxPicturePixels: 4_096,
    /** Of a very large area's scenes, those with the largest shares are listed. */
    maxListedScenes: 400,
    /** For how long scenes are looked at for clouds before the catalogue's figures have to do. */
    sceneSurveySeconds: 20,
  },
} as const;
