/**
 * Every sentence that the specification fixes, word for word, including its unusual spellings.
 * Tests write the sentences out again, because a test that imports a message can't find a mistake
 * in it.
 */
export const messages = {
  required: 'This is required.',
  passwordTooShort: 'Requires at least 8 characters.',
  /** The specification names the limit, but no sentence for it. */
  passwordTooLong: 'Requires at most 32 characters.',
  passwordTooWeak:
    'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
  passwordsDiffer: 'Confirm Password must match the Password entered above.',
  emailFormat: 'Email requires the standard email format.',
  emailTaken: 'This Email is taken.  Please use another.',
  nameFormat:
    'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.',
  usernameTaken: 'This username is taken.  Please use another.',
  usernameFormat:
    'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.',
  signUpIncomplete: 'Please fill out the form to completion and fix all errors.',
  signUpFailed: 'Something went wrong.  Please try again or contact support.',
  credentialsNotValid: 'The credentials provided are not valid.',
  somethingWentWrong: 'Something went wrong.  Please use the contact form to report a bug.',
  diskFull: 'The server has no room left: its administrators have to make some.',
  activationMailed: 'The activation link is on its way.  Please check your inbox.',
  accountNotActivated:
    'This account has not been activated.  Please check your inbox for the activation email.',
  loggedIn: 'Logged in.',
  loggedOut: 'Logged out.',
  sessionExpired: 'Your session has expired and you have been logged out.',
  passwordResetMailed:
    'A password reset email has been sent to the given address.  Please check your inbox.',
  /**
   * The specification leaves this sentence to the server. It is the same for an unknown address.
   */
  usernameMailed:
    'If an account uses this address, its username has been sent there.  Please check your inbox.',
  linkNotValid: 'This link has expired or was used before.  Please ask for a new one.',
  /** Sentences of our own about links that were followed before. */
  linkUsed: {
    activation:
      'This link was used already, and the account is active. Redirecting to the landing page where you can log in.',
    reset:
      'This link was used already: it works once.  If it was not you, please use the contact form under ‘Reporting a bug’ to tell us about it.',
    email: 'This link was used already, and the address was confirmed.',
  },
  activating: 'Activating account...',
  activated:
    'Your account has been activated. Redirecting to the landing page where you can log in.',
  activationExpired: 'This account activation link has expired. Redirecting to the landing page.',
  unsubscribeLinkInvalid:
    'This link is not complete. Please use the link in the mail as it is, or choose on your profile.',
  notAuthenticated:
    'The requested resource is not provided due to lack of valid authentication credentials.',
  notFound: 'The requested resource specified by the current URL is not found.',
  passwordReset: {
    incomplete: 'Please complete the form to reset the password.',
    done: 'Password reset.',
    doneAndLoggedIn: 'Password reset and logged in.',
    /** The specification describes this sentence without giving its words. */
    failed:
      'Something went wrong while resetting the password.  Please use the contact form under ‘Reporting a bug’ to tell us about it.',
    emailNotValid: 'Please submit an email with a valid format.',
    mailedToYou:
      'A password reset email has been sent to your email address.  Please check your inbox.',
  },
  profile: {
    usernameChanged: 'Username changed.  Redirecting to the home page and where you can log in.',
    usernameAlreadyTaken: 'Sorry, that username is already taken.',
    subscribed: 'Subscribed to email notifications.',
    unsubscribed: 'Unsubscribed to email notifications.',
    noFileSelected: 'Please select a file before uploading.',
    noDescription: 'No description added yet',
  },
  contact: {
    incomplete: 'Please fill out the entire form.',
    sent: 'Message sent. Please look for a response from us within 7 days.',
    failed: 'Something went wrong. Please try again or email {email} for technical support.',
  },
  betaTesting: {
    incomplete:
      'You must select at least one Program Option and one App to sign up for beta testing.  Beta testing preferences not updated.',
    saved: 'Beta testing preferences updated and saved.',
  },
  habitatPatrol: {
    alreadyRunning: 'Cannot run an analysis while on is already in progress',
    areaOrDatesMissing: 'Please select dates and an area of interest before running an analysis',
    beforeFirstYear: 'Satellite data from before 2015 is not available, please pick a later date.',
    endInFuture: 'Please select an end date that is not in the future.',
    startAfterEnd: 'Please make sure your end date occurs after your starting date.',
    areaTooLarge: 'Please draw a polygon that covers a smaller amount of land.',
    succeeded:
      "We've successfully retrieved all the necessary satellite data. Hang tight, tiles are currently in the process of rendering to your screen. Please stay at this zoom level for the best results.",
    vectorFileUnprocessable:
      'The selected vector file could not be processed. Please check the integrity and the format of the file and try again. If the problem persists, contact support.',
    noChange: 'No change was detected using the specified parameters.',
    attemptFailed:
      "There was an issue communicating with the satellite imagery service's servers. We are trying again.",
    abandoned:
      'There were too many unsuccessful attempts to render the tiles from the satellite imagery service. Please try again.',
    noRangeFound: 'No range found for that species.',
    noSpeciesInformation: 'No information found for that species.',
    speciesRequestFailed:
      "Something went wrong when we tried to retreive that species' data. Please try again.",
  },
  valueMapper: {
    projectCreated: 'Project created.',
    projectDeleted: 'Project deleted.',
    dataLayerDeleted: 'Data layer deleted.',
    fileUploaded: 'File uploaded.',
    noProjects: 'There are no projects to display.',
    signedOut: 'Please log in to view projects.',
    maxDataLayers: 'Max Data Layers Limit Reached',
    /** The text of a tooltip. */
    layerNotValidated: '{label} has failed validation on raster upload.',
    /** {product} stands for the brand's name. */
    metadataMissing:
      "ERROR: The upload raster file does not contain required metadata attributes. Please use the {product} contact form for support on this issue citing 'CVM error when extracting metadata'.",
    /** The first sentence is the specification's. The second one it only describes. */
    failed:
      "Something has gone wrong. Please use the contact form to submit a bug citing the error '{label}'.",
  },
  collaborativeMapper: {
    commentMissing: 'Please type a comment before submitting',
    commentPrompt: 'Sign up or log in to comment',
    noComments: 'This map does not have any comments yet...',
    startConversation: 'Start a conversation with map collaborators...',
    pointEdit: 'To edit point data, propose a new point and/or delete the old one',
    visitorRangeImport: 'To add species ranges to the map, please sign up to make an account.',
    rangeImportFailed: 'There was an issue adding that species to this map.',
    occurrenceSearchFailed:
      'An error occured. Try searching a different species, or make sure your spelling is correct.',
    imageUploadFailed: 'Image failed to upload',
    loginToCreate: 'Please log in to create a map.',
    loginToView: 'Please log in to view my maps.',
    noPublicMaps: 'There are no public maps to display.',
    noMyMaps: 'There are no my maps to display.',
    /** The first sentence is the specification's. The second one it only describes. */
    dashboardFailed:
      "Something has gone wrong. Please use the contact form to submit a bug citing the error '{label}'.",
    mapDeleted: 'Map deleted.',
    layerDeleted: 'Vector layer deleted.',
    fileUploaded: 'File uploaded.',
  },
} as const;
