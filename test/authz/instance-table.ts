/** The routes for instance keys only, written by hand. */
export interface InstanceRoute {
  readonly method: string;
  readonly path: string;
}

export const INSTANCE_ROUTES: readonly InstanceRoute[] = [
  { method: 'GET', path: '/v1/instance/projects' },
  { method: 'POST', path: '/v1/instance/projects' },
  { method: 'GET', path: '/v1/instance/projects/{projectId}' },
  { method: 'PATCH', path: '/v1/instance/projects/{projectId}' },
];
