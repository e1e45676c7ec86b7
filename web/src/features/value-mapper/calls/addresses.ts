export const dashboardAddress = '/apps/conservationvaluemapper/dashboard';

export function projectAddress(projectId: number): string {
  return `/apps/conservationvaluemapper/projects/${projectId}`;
}

/** What the query cache keeps an account's projects under. */
export const projectsKey = (accountId: number | null) => ['value-mapper', 'projects', accountId];
