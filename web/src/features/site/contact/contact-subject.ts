import { type ContactSubject, contactSubjects } from '@refugia/contract/site/contact.ts';

/** The subject that a link to the contact form names, in whatever case; the default for any other. */
export function subjectOf(parameters: URLSearchParams): ContactSubject {
  const wanted = parameters.get('subject')?.trim().toLowerCase();
  return contactSubjects.find((subject) => subject.toLowerCase() === wanted) ?? contactSubjects[0];
}
