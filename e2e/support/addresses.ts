/**
 * Every address of the specification's route table that shows something to a visitor; the style guide
 * has journeys of its own.
 */
export const visitorAddresses = [
  '/landing',
  '/landing?modal=login',
  '/landing?modal=signup',
  '/apps/collaborativemapper/home',
  '/apps/collaborativemapper/dashboard',
  '/apps/collaborativemapper/map',
  '/apps/conservationvaluemapper/dashboard',
  '/apps/conservationvaluemapper/projects/1',
  '/apps/habitatpatrol',
  '/apps/habitatpatrol/map',
  '/accounts/activate?uid=1&token=none',
  '/accounts/passwordreset?token=none&username=none',
  '/accounts/email?token=none',
  '/betatesting',
  '/support/contact',
  '/support/sitemap',
  '/support/creativecommonslicense',
  '/support/privacy',
  '/support/cookies',
  '/nowhere',
] as const;
