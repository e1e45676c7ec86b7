import { maxExtentSquareKilometers, workPixels } from '@refugia/engine/geo/work-pixels.ts';

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
    /** Of the file that a person chooses: the browser shrinks it before it is uploaded. */
    photoChoiceMaxBytes: 20_000_000,
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
    geocodesPerMinutePerAddress: 60,
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
    /** A resumable upload that receives nothing for this long ends its request, and can be resumed. */
    silenceSeconds: 60,
    /** An upload that was not resumed for this long is removed. */
    resumableHours: 48,
    /** Unfinished uploads that one account may have. */
    maxUnfinished: 20,
  },
  habitatPatrol: {
    earliestStartYear: 2015,
    maxPerimeterMeters: 85_420,
    /** UTM, and imagery with it, ends there. */
    southernmostLatitude: -80,
    northernmostLatitude: 84,
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
    maxExtentSquareKilometers,
    workPixels,
    /** Of these, runs over areas that are worked on in pieces, which take minutes to hours. */
    maxLargeRunsPerAddress: 2,
    /** Runs that one process works on at a time; the others wait their turn. */
    concurrentRuns: { small: 2, large: 1 },
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
    sceneLookSeconds: 20,
  },
  valueMapper: {
    titleMaxLength: 50,
    summaryMaxLength: 400,
    labelMaxLength: 50,
    maxDataLayers: 5,
    projectsPerPage: 5,
    /** More than a person makes, so that a script can't fill the database. */
    maxProjects: 1_000,
    /** Of one uploaded file. */
    rasterMaxBytes: 1_000_000_000,
    /** Of all files that an account has uploaded or is uploading: an installation may set another. */
    accountRasterBytes: 20_000_000_000,
    /** After the picture of a layer has loaded, until the layer counts as loaded. */
    imageLoadedMilliseconds: 1_000,
    /** After an upload has ended, until its progress goes back to nothing. */
    uploadProgressResetMilliseconds: 500,
    /** A of a curve. */
    amplitude: { min: -2, max: 2, step: 0.1, default: 0.5 },
    /** B of an exponential and a logarithmic curve. */
    curvature: { min: 0.1, max: 10, step: 0.1, default: 5 },
    /** C of a curve. */
    offset: { min: -1, max: 1, step: 0.1, default: 0 },
    /** B of a step: where it stands between the smallest and the largest value at first. */
    thresholdDefaultShare: 1 / 3,
    thresholdStep: 1,
    previewSamples: 21,
    /** The preview's value axis runs from minus this to this. */
    previewValueMax: 1.25,
    /** What a person may give a class of a categorical layer lies between minus this and this. */
    classValueMax: 3,
    /**
     * Zoom by the larger span of a bounding box in degrees: the first that it is over, in Leaflet's
     * count (256-pixel tiles); none of them leaves the zoom as it is.
     */
    findZooms: [
      { overDegrees: 3.5, zoom: 7 },
      { overDegrees: 1.5, zoom: 8 },
      { overDegrees: 0.8, zoom: 9 },
      { overDegrees: 0.1, zoom: 11 },
    ],
    defaultCenter: { latitude: 41.256, longitude: -95.9345 },
    /** In Leaflet's count. */
    defaultZoom: 5,
    /** Longer side of the picture `img_file`. */
    maxPicturePixels: 4_096,
    valueTilePixels: 256,
    dataTilePixels: 512,
    histogramBins: 256,
    /** For how long the address of a download works without the token. */
    downloadTicketSeconds: 60,
  },
  collaborativeMapper: {
    nameMaxLength: 50,
    summaryMaxLength: 400,
    mapsPerPage: 5,
    maxMapsPerPage: 500,
    defaultName: 'Untitled map',
    defaultSummary: 'Add map summary here.',
    defaultCenter: { latitude: 43.256, longitude: -110.9345 },
    defaultZoom: 4,
    thumbnailDelayMilliseconds: 2_500,
    deletedRedirectMilliseconds: 1_500,
    /** For how long a deleted map can be restored. */
    restorationDays: 30,
    /** Maps that one account may own. */
    maxMapsPerAccount: 1_000,
    maxCollaborators: 200,
    searchMaxLength: 50,
    /** People that a search for collaborators shows. */
    maxFoundUsers: 20,
    commentMaxLength: 2_000,
    commentsPerMinute: 30,
    noteMaxLength: 1_000,
    justificationMaxLength: 1_000,
    datasetMaxLength: 100,
    speciesMaxLength: 200,
    speciesTextMaxLength: 2_000,
    /** Of positions that are kept: about a centimetre. */
    coordinateDecimals: 7,
    attributeNameMaxLength: 200,
    attributeValueMaxLength: 10_000,
    /** Of what rows of a table are searched for. */
    rowSearchMaxLength: 200,
    maxAttributes: 500,
    maxStyleValues: 200,
    /** Features that one call lists. A map with more is drawn from vector tiles. */
    maxListedFeatures: 5_000,
    /** Changes of one call, one proposal or one answer of the owner. */
    maxChangesAtOnce: 1_000,
    maxDecidedProposals: 100,
    /** Open proposals that one person may have on a map. */
    maxOpenProposals: 500,
    maxStandardized: 10_000,
    /** Positions of one feature that is drawn or edited; an import's may have more. */
    maxFeaturePositions: 50_000,
    maxOperationsPerPage: 1_000,
    historyPerPage: 50,
    maxHistoryPerPage: 200,
    /** Steps that can be undone. */
    maxUndoSteps: 200,
    /** Features and positions of one vector file. */
    maxImportedFeatures: 100_000,
    maxImportedPositions: 1_000_000,
    maxLayersPerMap: 200,
    rasterMaxBytes: 50_000_000,
    maxRastersPerMap: 50,
    /** Of a thumbnail as it is uploaded. */
    thumbnailMaxBytes: 4_000_000,
    thumbnailPixels: { width: 480, height: 300 },
    maxTileBytes: 500_000,
    /** Closer views are drawn from the vector tiles of this zoom. */
    maxTileZoom: 16,
    live: {
      /** Of one message that a browser sends. */
      maxMessageBytes: 1_000_000,
      /** For the first message, which says who it is. */
      helloSeconds: 10,
      /** What waits to be sent to a reader before it counts as too slow. */
      maxWaitingBytes: 4_000_000,
      /** Messages that a browser may send in ten seconds. */
      maxMessagesPerTenSeconds: 300,
      /** Connections that one network address may have open to one map. */
      maxConnectionsPerAddress: 60,
      /** A browser sends its pointer at most this often. */
      presenceMilliseconds: 100,
      /** Operations after `since` that are sent; who missed more loads the map anew. */
      maxMissedOperations: 2_000,
    },
  },
} as const;
