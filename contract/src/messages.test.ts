import { expect, test } from 'vitest';
import { messages } from './messages.ts';

// The specification's sentences, part 1 §2, §4, §5 and §8, part 2 §5 and §8 and part 3 §2, §4 and
// §8, written out again. A browser shows two spaces as one, so only a comparison of texts tells the
// difference.
const {
  passwordReset,
  profile,
  contact,
  betaTesting,
  habitatPatrol,
  collaborativeMapper,
  valueMapper,
} = messages;

test.each([
  [messages.required, 'This is required.'],
  [messages.passwordTooShort, 'Requires at least 8 characters.'],
  [
    messages.passwordTooWeak,
    'Password must include at least one of each: lowercase letters, uppercase letters, numbers, and special characters.',
  ],
  [messages.passwordsDiffer, 'Confirm Password must match the Password entered above.'],
  [messages.emailFormat, 'Email requires the standard email format.'],
  [messages.emailTaken, 'This Email is taken.  Please use another.'],
  [
    messages.nameFormat,
    'Name must start with one letter, followed by letters, spaces, periods, commas, apostrophes, or dashes.',
  ],
  [messages.usernameTaken, 'This username is taken.  Please use another.'],
  [
    messages.usernameFormat,
    'Username must start with one letter (A to Z) followed by letters, numbers, dashes, or underscores.  Must contain two to twenty characters.',
  ],
  [messages.signUpIncomplete, 'Please fill out the form to completion and fix all errors.'],
  [messages.signUpFailed, 'Something went wrong.  Please try again or contact support.'],
  [messages.credentialsNotValid, 'The credentials provided are not valid.'],
  [
    messages.somethingWentWrong,
    'Something went wrong.  Please use the contact form to report a bug.',
  ],
  [messages.loggedIn, 'Logged in.'],
  [messages.loggedOut, 'Logged out.'],
  [messages.sessionExpired, 'Your session has expired and you have been logged out.'],
  [
    messages.passwordResetMailed,
    'A password reset email has been sent to the given address.  Please check your inbox.',
  ],
  [
    passwordReset.mailedToYou,
    'A password reset email has been sent to your email address.  Please check your inbox.',
  ],
  [messages.activating, 'Activating account...'],
  [
    messages.activated,
    'Your account has been activated. Redirecting to the landing page where you can log in.',
  ],
  [
    messages.activationExpired,
    'This account activation link has expired. Redirecting to the landing page.',
  ],
  [
    messages.notAuthenticated,
    'The requested resource is not provided due to lack of valid authentication credentials.',
  ],
  [messages.notFound, 'The requested resource specified by the current URL is not found.'],
  [passwordReset.incomplete, 'Please complete the form to reset the password.'],
  [passwordReset.done, 'Password reset.'],
  [passwordReset.doneAndLoggedIn, 'Password reset and logged in.'],
  [passwordReset.emailNotValid, 'Please submit an email with a valid format.'],
  [
    profile.usernameChanged,
    'Username changed.  Redirecting to the home page and where you can log in.',
  ],
  [profile.usernameAlreadyTaken, 'Sorry, that username is already taken.'],
  [profile.subscribed, 'Subscribed to email notifications.'],
  [profile.unsubscribed, 'Unsubscribed to email notifications.'],
  [profile.noFileSelected, 'Please select a file before uploading.'],
  [profile.noDescription, 'No description added yet'],
  [contact.incomplete, 'Please fill out the entire form.'],
  [contact.sent, 'Message sent. Please look for a response from us within 7 days.'],
  [
    contact.failed,
    'Something went wrong. Please try again or email {email} for technical support.',
  ],
  [
    betaTesting.incomplete,
    'You must select at least one Program Option and one App to sign up for beta testing.  Beta testing preferences not updated.',
  ],
  [betaTesting.saved, 'Beta testing preferences updated and saved.'],
  [habitatPatrol.alreadyRunning, 'Cannot run an analysis while on is already in progress'],
  [
    habitatPatrol.areaOrDatesMissing,
    'Please select dates and an area of interest before running an analysis',
  ],
  [
    habitatPatrol.beforeFirstYear,
    'Satellite data from before 2015 is not available, please pick a later date.',
  ],
  [habitatPatrol.endInFuture, 'Please select an end date that is not in the future.'],
  [habitatPatrol.startAfterEnd, 'Please make sure your end date occurs after your starting date.'],
  [habitatPatrol.areaTooLarge, 'Please draw a polygon that covers a smaller amount of land.'],
  [
    habitatPatrol.succeeded,
    "We've successfully retrieved all the necessary satellite data. Hang tight, tiles are currently in the process of rendering to your screen. Please stay at this zoom level for the best results.",
  ],
  [habitatPatrol.noChange, 'No change was detected using the specified parameters.'],
  [
    habitatPatrol.attemptFailed,
    "There was an issue communicating with the satellite imagery service's servers. We are trying again.",
  ],
  [
    habitatPatrol.abandoned,
    'There were too many unsuccessful attempts to render the tiles from the satellite imagery service. Please try again.',
  ],
  [habitatPatrol.noRangeFound, 'No range found for that species.'],
  [habitatPatrol.noSpeciesInformation, 'No information found for that species.'],
  [
    habitatPatrol.speciesRequestFailed,
    "Something went wrong when we tried to retreive that species' data. Please try again.",
  ],
  [valueMapper.projectCreated, 'Project created.'],
  [valueMapper.projectDeleted, 'Project deleted.'],
  [valueMapper.dataLayerDeleted, 'Data layer deleted.'],
  [valueMapper.fileUploaded, 'File uploaded.'],
  [valueMapper.noProjects, 'There are no projects to display.'],
  [valueMapper.signedOut, 'Please log in to view projects.'],
  [valueMapper.maxDataLayers, 'Max Data Layers Limit Reached'],
  [valueMapper.layerNotValidated, '{label} has failed validation on raster upload.'],
  [
    valueMapper.metadataMissing,
    "ERROR: The upload raster file does not contain required metadata attributes. Please use the {product} contact form for support on this issue citing 'CVM error when extracting metadata'.",
  ],
  [collaborativeMapper.commentMissing, 'Please type a comment before submitting'],
  [collaborativeMapper.commentPrompt, 'Sign up or log in to comment'],
  [collaborativeMapper.noComments, 'This map does not have any comments yet...'],
  [collaborativeMapper.startConversation, 'Start a conversation with map collaborators...'],
  [
    collaborativeMapper.pointEdit,
    'To edit point data, propose a new point and/or delete the old one',
  ],
  [
    collaborativeMapper.visitorRangeImport,
    'To add species ranges to the map, please sign up to make an account.',
  ],
  [collaborativeMapper.rangeImportFailed, 'There was an issue adding that species to this map.'],
  [
    collaborativeMapper.occurrenceSearchFailed,
    'An error occured. Try searching a different species, or make sure your spelling is correct.',
  ],
  [collaborativeMapper.imageUploadFailed, 'Image failed to upload'],
  [collaborativeMapper.loginToCreate, 'Please log in to create a map.'],
  [collaborativeMapper.loginToView, 'Please log in to view my maps.'],
  [collaborativeMapper.noPublicMaps, 'There are no public maps to display.'],
  [collaborativeMapper.noMyMaps, 'There are no my maps to display.'],
  [
    collaborativeMapper.dashboardFailed.replace('{label}', 'get CM public maps'),
    "Something has gone wrong. Please use the contact form to submit a bug citing the error 'get CM public maps'.",
  ],
  [collaborativeMapper.mapDeleted, 'Map deleted.'],
  [collaborativeMapper.layerDeleted, 'Vector layer deleted.'],
  [collaborativeMapper.fileUploaded, 'File uploaded.'],
])('reads to the letter: %s', (sentence, specified) => {
  expect(sentence).toBe(specified);
});

test('what the specification begins goes on in words of our own', () => {
  expect(messages.accountNotActivated).toBe(
    'This account has not been activated.  Please check your inbox for the activation email.',
  );
  expect(passwordReset.failed).toContain('Reporting a bug');
  expect(habitatPatrol.vectorFileUnprocessable).toMatch(
    /^The selected vector file could not be processed\. .*integrity.*format.*contact support\.$/,
  );
});
