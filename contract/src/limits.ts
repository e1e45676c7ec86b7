import { maxExtentSquareKilometers, workPixels } from '@refugia/engine/geo/work-pixels.ts';

/**
 * Limits, intervals and defaults of forms, screens and server rules. Units are part of the names.
 */
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
    /** A changed address that is not confirmed counts as taken for this long. */
    emailTokenHours: 72,
    resetTokenHours: 1,
    sessionTokenHours: 12,
    /** The largest photo file that can be uploaded. */
    photoMaxBytes: 1_000_000,
    /** The largest photo file that a person can choose; the browser shrinks it before it is uploaded. */
    photoChoiceMaxBytes: 20_000_000,
    /** The largest photo, as width times height that the file declares. */
    photoMaxPixels: 50_000_000,
    /** The side of the stored square. */
    photoSizePixels: 512,
    activationRedirectMilliseconds: 10_000,
    resetFailureRedirectMilliseconds: 3_000,
    resetRedirectMilliseconds: 500,
    usernameChangeRedirectMilliseconds: 3_000,
  },
  /**
   * Default rate limits. An installation may set others. Where there is a limit per account and one per
   * address, people who are logged in are counted by account, and visitors by network address.
   */
  rate: {
    /** Wrong passwords. */
    loginsPerMinutePerAddress: 10,
    /** Wrong passwords of strangers, after which their tries at the account are slowed more. */
    loginsPerHourPerAccount: 20,
    registrationsPerHourPerAddress: 20,
    uniquenessChecksPerMinutePerAddress: 60,
    /** Requests for a password reset or for a username. */
    recoveriesPerHourPerAddress: 20,
    /** Mailed links (activation, email, reset) that are followed or tried. */
    linksPerMinutePerAddress: 30,
    /** Mails that one account can cause. */
    mailsPerHourPerAccount: 5,
    /** Mails with invitations to maps that one account can cause. */
    invitationsPerHourPerAccount: 40,
    /** Mails with invitations that one address receives, whoever causes them. */
    invitationsPerHourPerRecipient: 3,
    /** Requests to be let onto private maps. */
    accessRequestsPerHourPerAccount: 10,
    contactsPerHourPerAddress: 10,
    photosPerHourPerAccount: 20,
    importsPerMinutePerAccount: 20,
    importsPerMinutePerAddress: 20,
    geocodesPerMinutePerAccount: 60,
    geocodesPerMinutePerAddress: 60,
    /** Previews of the scenes that a run would use. */
    sceneLooksPerMinutePerAccount: 30,
    sceneLooksPerMinutePerAddress: 30,
    /** Large pictures of a run's layers. */
    runPicturesPerMinutePerAccount: 10,
    runPicturesPerMinutePerAddress: 10,
    /** Reports of results as PDF. */
    reportsPerMinutePerAccount: 10,
    reportsPerMinutePerAddress: 10,
    /** Verdicts on patches of change. */
    verdictsPerMinutePerAccount: 120,
    verdictsPerMinutePerAddress: 120,
    /** Exports of maps. */
    exportsPerMinutePerAccount: 30,
    exportsPerMinutePerAddress: 30,
    /** Pictures that are stored as those of maps. */
    mapPicturesPerMinutePerAccount: 30,
    mapPicturesPerMinutePerAddress: 30,
    /** Searches for species at GBIF. */
    occurrenceSearchesPerMinutePerAccount: 60,
    occurrenceSearchesPerMinutePerAddress: 60,
    occurrenceTilesPerMinutePerAccount: 3_000,
    occurrenceTilesPerMinutePerAddress: 3_000,
    /** Live connections to maps that are open at the same time. */
    liveConnectionsPerAccount: 60,
    liveConnectionsPerAddress: 60,
    /** Runs of visitors that wait or work at the same time. An account has one at a time. */
    queuedRunsPerAddress: 5,
    /** How many of these runs may be of large areas, which take minutes to hours. */
    largeRunsPerAddress: 2,
    /** Streams of progress that are open at the same time. Browsers open them without a token. */
    runStreamsPerAddress: 100,
  },
  toastMilliseconds: 8_000,
  contact: {
    messageMaxLength: 3_000,
  },
  upload: {
    /** The limit for one file of a screen that has no limit of its own. */
    defaultMaxBytes: 1_000_000,
    /** The limit for a vector file that becomes an area or a layer of a map. */
    vectorMaxBytes: 10_000_000,
    /** A request of a resumable upload ends when it receives nothing for this long. */
    silenceSeconds: 60,
    /** An unfinished upload is removed when it was not resumed for this long. */
    resumableHours: 48,
    /** The number of unfinished uploads that one account may have. */
    maxUnfinished: 20,
  },
  report: {
    lineMaxLength: 120,
    /** Of a logo, or of a map that the browser drew. */
    maxPictureBytes: 1_500_000,
    /** The number of patches that get a strip of their own. */
    maxPatches: 24,
  },
  habitatPatrol: {
    earliestStartYear: 2015,
    maxPerimeterMeters: 85_420,
    /** UTM, and with it the imagery, ends at these latitudes. */
    southernmostLatitude: -80,
    northernmostLatitude: 84,
    coordinateDecimals: 5,
    /** The number of positions of all rings of an area. */
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
    /** Change counts as having occurred when one patch of changed clear pixels has at least this size. */
    smallestChangeHectares: 0.5,
    /** The largest rectangle around an area. A run over a larger one does not start. */
    maxExtentSquareKilometers,
    workPixels,
    /** The number of runs that one process works on at a time. */
    concurrentRuns: { small: 2, large: 1, watched: 1, batch: 1 },
    /** The number of patches of a run that are dated, and how many of them at once. */
    maxDatedPatches: 60,
    datedAtOnce: 20,
    /** The number of areas that are compared as one batch, and the characters of all of them. */
    maxBatchAreas: 24,
    maxBatchCharacters: 2_000_000,
    /** When all results together exceed this, the oldest results of visitors are removed. */
    maxResultBytes: 20_000_000_000,
    /**
     * How long a permanent failure is answered without another attempt: longer than a person's repeated tries take, and
     * not long after a catalogue has been repaired.
     */
    rememberFailureMinutes: 60,
    /** The number of scenes of one date that a request may choose or exclude. */
    maxChosenScenes: 200,
    runNameMaxLength: 100,
    runsPerPage: 20,
    /** The interval at which a list with a run under way is reloaded. */
    runListMilliseconds: 4_000,
    maxRunsPerPage: 100,
    patchesPerPage: 20,
    maxPatchesPerPage: 200,
    /** The number of patches that are listed and downloaded, the largest first. Statistics count all. */
    maxListedPatches: 20_000,
    patchNoteMaxLength: 500,
    placeNoteMaxLength: 1_000,
    /** More places than a person keeps. The limit keeps a script from filling the database. */
    maxPlaces: 500,
    /** The number of people who share one place. */
    maxPlaceMembers: 100,
    /** The number of looks in a place's feed. */
    maxFeedEntries: 50,
    /** The number of watched looks that wait or work at a time. Further ones begin when these end. */
    maxWatchedLooks: 5,
    /** The number of patches of a look, the largest first, that become findings of its place. */
    maxPatchesPerLook: 200,
    /** The number of a place's findings that are listed, the latest first. */
    maxListedFindings: 200,
    /** The smallest and the largest patch that a watch can leave out. */
    watchedHectares: { least: 0.1, most: 10_000 },
    /** The number of patches that a mail about a place links to. */
    maxPatchesPerMail: 10,
    /** The number of patches that one call adds to a map. */
    maxPatchesToMap: 200,
    /** The number of patches in each list of a comparison of two runs. Totals count all of them. */
    maxComparedPatches: 1_000,
    /** The interval at which the verdicts of other people are reloaded. */
    verdictsMilliseconds: 15_000,
    /** The longer side of a downloaded picture. */
    maxPicturePixels: 4_096,
    /** The number of scenes in a result. Of more scenes, those with the largest shares are listed. */
    maxListedScenes: 400,
    /** How long scenes are measured for clouds. After that the catalogue's figures are used. */
    scenePreviewSeconds: 20,
  },
  valueMapper: {
    titleMaxLength: 50,
    summaryMaxLength: 400,
    labelMaxLength: 50,
    unitMaxLength: 20,
    maxDataLayers: 5,
    projectsPerPage: 5,
    /** More projects than a person makes. The limit keeps a script from filling the database. */
    maxProjects: 1_000,
    /** The limit for one uploaded file. */
    rasterMaxBytes: 1_000_000_000,
    /** For all files that an account has uploaded or is uploading. An installation may set another. */
    accountRasterBytes: 20_000_000_000,
    /** The time from when a layer's picture has loaded until the layer counts as loaded. */
    imageLoadedMilliseconds: 1_000,
    /** The time from the end of an upload until its progress bar is reset. */
    uploadProgressResetMilliseconds: 500,
    /** The value of a class in a categorical layer lies between minus this and plus this. */
    classValueMax: 3,
    /** Those of a project, and as many of another one. */
    maxCombinedLayers: 10,
    zoneNameMaxLength: 100,
    maxZoneSets: 20,
    /** The number of zones that are made together, and of the positions of their rings. */
    maxZones: 10_000,
    maxZonePositions: 500_000,
    /** The length of the shapes and attributes of zones that are made together, as JSON. */
    maxZoneCharacters: 30_000_000,
    maxSelections: 20,
    /** The scenarios of a project. */
    maxScenarios: 20,
    maxScenarioNameCharacters: 50,
    /** What a search for the best places takes in: units, and pairs of neighbours when their outline counts. */
    maxSelectionUnits: 6_000,
    maxSharedBoundaries: 20_000,
    maxSelectionSeconds: 300,
    maxHexagonHectares: 1_000_000_000,
    /**
     * The zoom at which a layer is shown, by the larger span of its bounding box in degrees. The
     * first entry applies whose span is exceeded. If none applies, the whole layer is shown. Zooms
     * are in Leaflet's count (256-pixel tiles).
     */
    findZooms: [
      { overDegrees: 3.5, zoom: 7 },
      { overDegrees: 1.5, zoom: 8 },
      { overDegrees: 0.8, zoom: 9 },
      { overDegrees: 0.1, zoom: 11 },
    ],
    defaultCenter: { latitude: 41.256, longitude: -95.9345 },
    /** In Leaflet's count (256-pixel tiles). */
    defaultZoom: 5,
    /** The longer side of the picture `img_file`. */
    maxPicturePixels: 4_096,
    valueTilePixels: 256,
    dataTilePixels: 512,
    /** How long the address of a download works without the token. */
    downloadTicketSeconds: 60,
  },
  keys: {
    nameMaxLength: 50,
    /** The number of keys of one map, run, place or project. */
    maxPerTarget: 50,
  },
  notifications: {
    perPage: 20,
    /** The number of notifications that are kept for a person. */
    maxPerAccount: 500,
    /** How long a notification is kept. */
    keptDays: 90,
    excerptMaxLength: 300,
    /** The most notifications that one mail lists one by one. */
    maxPerMail: 20,
    /** A person who wants mail at once gets no more than one mail in this time. */
    mailPauseSeconds: 30,
    /** The hour at which daily mails are sent. */
    digestHourUtc: 11,
    live: {
      maxMessageBytes: 4_000,
      maxWaitingBytes: 100_000,
      maxMessagesPerTenSeconds: 20,
      helloSeconds: 10,
    },
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
    /** How long a deleted map can be restored. */
    restorationDays: 30,
    /** The number of maps that one account may own. */
    maxMapsPerAccount: 1_000,
    maxCollaborators: 200,
    /** How long the link of an invitation works. */
    invitationDays: 7,
    /** How long the owner can send an expired invitation again, or a used link tells why it is none. */
    endedInvitationDays: 7,
    /** How long a request to be let in is kept, and a declined one can't be repeated. */
    keptAccessRequestDays: 30,
    maxListedAccessRequests: 100,
    /** The number of invitations of a map that wait. */
    maxInvitations: 200,
    searchMaxLength: 50,
    /** The number of people that a search for collaborators returns. */
    maxFoundUsers: 20,
    commentMaxLength: 2_000,
    commentsPerMinute: 30,
    noteMaxLength: 1_000,
    justificationMaxLength: 1_000,
    datasetMaxLength: 100,
    speciesMaxLength: 200,
    speciesTextMaxLength: 2_000,
    /** Decimals of stored positions in degrees, which is about a centimetre. */
    coordinateDecimals: 7,
    attributeNameMaxLength: 200,
    /** The length of a text that is written as an attribute. Imported texts may be longer. */
    attributeValueMaxLength: 10_000,
    /** The number of conditions in a map's filter, and the length of a value in one. */
    maxFilterConditions: 20,
    filterValueMaxLength: 200,
    maxAttributes: 500,
    /** The length of one value of a choice list, and the number of values. */
    choiceMaxLength: 200,
    maxFieldChoices: 200,
    /** The number of values that have a colour of their own in a layer's style. */
    maxStyleValues: 200,
    /** What a layer's style may say. Widths and sizes are in pixels. */
    style: {
      maxClasses: 9,
      /** The numbers of a layer from which breaks between classes are computed. */
      maxListedNumbers: 5_000,
      /** Longer texts are not offered as categories. */
      maxValueLength: 200,
      unitMaxLength: 20,
      minLineWidth: 0.5,
      maxLineWidth: 12,
      minLabelSize: 8,
      maxLabelSize: 32,
    },
    /** The number of features that one call lists. A map with more is drawn from vector tiles. */
    maxListedFeatures: 5_000,
    /** The number of changes in one call or one proposal. */
    maxChangesAtOnce: 1_000,
    /** The number of choices in the decision about one feature whose changes conflict. */
    maxChoices: 2_000,
    maxDecidedProposals: 100,
    /** The number of open proposals that one person may have on a map. */
    maxOpenProposals: 500,
    /** The number of one's own proposals that one call lists. */
    ownProposalsPerPage: 20,
    maxStandardized: 10_000,
    /** The number of positions of a feature that is drawn or edited. Imported features may have more. */
    maxFeaturePositions: 50_000,
    maxOperationsPerPage: 1_000,
    historyPerPage: 50,
    maxHistoryPerPage: 200,
    /** The number of steps that can be undone. */
    maxUndoSteps: 200,
    /** The number of features and of positions in one vector file. */
    maxImportedFeatures: 100_000,
    maxImportedPositions: 1_000_000,
    maxLayersPerMap: 200,
    rasterMaxBytes: 50_000_000,
    maxRastersPerMap: 50,
    /** The largest thumbnail that can be uploaded. */
    thumbnailMaxBytes: 4_000_000,
    thumbnailPixels: { width: 480, height: 300 },
    maxTileBytes: 500_000,
    /** The deepest zoom of vector tiles. The map draws closer views from them. */
    maxTileZoom: 16,
    live: {
      /** The limit for one message of a browser. */
      maxMessageBytes: 1_000_000,
      /** The time for the first message, which says who the browser's person is. */
      helloSeconds: 10,
      /** The amount of unsent data at which a reader counts as too slow. */
      maxWaitingBytes: 4_000_000,
      /** The number of messages that a browser may send in ten seconds. */
      maxMessagesPerTenSeconds: 300,
      /** The shortest interval at which a browser sends its pointer. */
      presenceMilliseconds: 100,
      /** The number of missed operations that are sent. A browser that missed more loads the map anew. */
      maxMissedOperations: 2_000,
    },
  },
} as const;
