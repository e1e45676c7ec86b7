/**
 * These lists are apart from the schemas of the calls, so that a browser can use them without loading
 * the schema library.
 */

/** The subjects of a message, in the order of the selector. The first is the default. */
export const contactSubjects = [
  'Reaching out',
  'Providing feedback',
  'Reporting a bug',
  'Other',
] as const;
export type ContactSubject = (typeof contactSubjects)[number];

/** Ways to take part, by field name, with the labels of the form. */
export const betaProgramOptionLabels = {
  onlineSurveysQuestionnaires: 'Online Surveys & Questionnaires',
  remoteInterviews: 'Remote Interviews',
  remoteAppsTesting: 'Remote Apps Testing',
} as const;
export type BetaProgramOption = keyof typeof betaProgramOptionLabels;

/** The apps to test, by field name, with the labels of the form. */
export const betaAppLabels = {
  collaborativeMapper: 'Collaborative Mapper',
  habitatPatrol: 'Habitat Patrol',
} as const;
export type BetaApp = keyof typeof betaAppLabels;
