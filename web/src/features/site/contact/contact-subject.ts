import { type ContactSubject, contactSubjects } from '@refugia/contract/site/choices.ts';

/** The subject that a link to the contact form names, in upper or lower case, or the default. */
export function subjectOf(parameters: URLSearchParams): ContactSubject {
  const wanted = parameters.get('subject')?.trim().toLowerCase();
  return contactSubjects.find((subject) => subject.toLowerCase() === wanted) ?? contactSubjects[0];
}
