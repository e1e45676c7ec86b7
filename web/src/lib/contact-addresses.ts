/** The contact form, with the subject that the link is about. */
export const contactAddresses = {
  contact: '/support/contact?subject=Reaching+out',
  feedback: '/support/contact?subject=Providing+feedback',
  bug: '/support/contact?subject=Reporting+a+bug',
} as const;
