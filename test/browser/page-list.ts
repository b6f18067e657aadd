/**
 * Every page of the dashboard, for the screenshots and for axe. A new page gets a line.
 * `{deliveryId}` and the like stand for ids of the sample data.
 */

export interface ListedPage {
  readonly name: string;
  /** Below `/p/<project>`, or the whole path if it begins with `//`. */
  readonly path: string;
  /** Whether it is not shown to people who are signed in. */
  readonly signedOut?: boolean;
  /** The text on the page when it is ready; if missing, its heading. */
  readonly ready?: string;
  /** Whether it sends no request before the user has typed or chosen something. */
  readonly still?: boolean;
}

export const PAGES: readonly ListedPage[] = [
  { name: 'login', path: '//login', signedOut: true },
  { name: 'setup-done', path: '//setup', signedOut: true },
  { name: 'invitation-missing', path: '//invitation', signedOut: true },
  { name: 'email-missing', path: '//email', signedOut: true },
  { name: 'reset-ask', path: '//reset', signedOut: true },
  { name: 'reset-gone', path: '//reset#token=no-such-link', signedOut: true },
  { name: 'reauthenticated', path: '//reauthenticated?problem=oidc-not-again', signedOut: true },
  { name: 'account', path: '//account' },
  { name: 'overview', path: '/overview' },
  { name: 'calls', path: '/calls' },
  { name: 'call', path: '/calls/{callId}' },
  { name: 'bundle', path: '/bundle', still: true },
  { name: 'deliveries', path: '/deliveries', ready: 'tr[data-row]' },
  {
    name: 'deliveries-peek',
    path: '/deliveries?peek={deliveryId}',
    ready: '.side-panel [data-state="ready"]',
  },
  {
    name: 'deliveries-no-match',
    path: '/deliveries?state=blocked&call=nothing',
    ready: '[data-state="no-match"]',
  },
  { name: 'delivery', path: '/deliveries/{deliveryId}' },
  { name: 'issues', path: '/issues' },
  { name: 'alerts', path: '/alerts' },
  { name: 'endpoints', path: '/endpoints' },
  { name: 'endpoint', path: '/endpoints/{endpointId}' },
  { name: 'endpoint-deliveries', path: '/endpoints/{endpointId}/deliveries' },
  { name: 'endpoint-settings', path: '/endpoints/{endpointId}/settings' },
  { name: 'endpoint-auth', path: '/endpoints/{endpointId}/auth' },
  { name: 'endpoint-test', path: '/endpoints/{endpointId}/test' },
  { name: 'endpoint-kinds', path: '/endpoints/new', still: true },
  { name: 'endpoint-new', path: '/endpoints/new?kind=custom', still: true },
  { name: 'sources', path: '/sources' },
  { name: 'source-platforms', path: '/sources/new' },
  { name: 'source-new', path: '/sources/new?platform=generic' },
  { name: 'source', path: '/sources/{sourceId}' },
  { name: 'acw-runs', path: '/acw/runs' },
  { name: 'acw-trends', path: '/acw/trends' },
  { name: 'scorecards', path: '/acw/scorecards' },
  { name: 'scorecard-new', path: '/acw/scorecards/new', still: true },
  { name: 'inbox', path: '/inbox' },
  { name: 'inbox-box', path: '/inbox?box=http/crm', ready: '.behaviour' },
  { name: 'simulator', path: '/simulator', still: true },
  { name: 'catalog', path: '/catalog' },
  { name: 'catalog-trigger', path: '/catalog/OUTBOUND_CALL_ERROR?kind=slack' },
  { name: 'signing', path: '/signing' },
  { name: 'api-keys', path: '/api-keys' },
  { name: 'members', path: '/members' },
  { name: 'audit', path: '/audit' },
  { name: 'settings', path: '/settings' },
  { name: 'settings-alerts', path: '/settings/alerts' },
  { name: 'system', path: '//system' },
  { name: 'not-found', path: '/nowhere', still: true },
];
