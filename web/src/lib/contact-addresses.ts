/** Addresses of the contact form, with the subject filled in. */
export const contactAddresses = {
  contact: '/support/contact?subject=Reaching+out',
  feedback: '/support/contact?subject=Providing+feedback',
  bug: '/support/contact?subject=Reporting+a+bug',
} as const;
