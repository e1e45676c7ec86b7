export const dashboardAddress = '/apps/conservationvaluemapper/dashboard';

/** The address of a project's screen. */
export function projectAddress(projectId: number): string {
  return `/apps/conservationvaluemapper/projects/${projectId}`;
}

/** The query key of an account's projects. */
export const projectsKey = (accountId: number | null) => ['value-mapper', 'projects', accountId];
