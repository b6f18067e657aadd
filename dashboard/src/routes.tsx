/**
 * Every address of the dashboard and what its query may say. Here are only paths and searches,
 * which the router must know before a page is loaded; the pages themselves are chunks of their
 * own, joined to their routes in `pages.ts`. Two steps, so that the types of the addresses do not
 * depend on the pages that use them.
 */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { readAcwResult, readAcwRuns, readAcwTrend, readScorecard } from './page/acw/acw-search.ts';
import { readAlerts } from './page/alert/alert-search.ts';
import { readAudit } from './page/audit/audit-search.ts';
import { readBulk } from './page/bulk/bulk-search.ts';
import { readCall, readCalls } from './page/call/call-search.ts';
import { readCatalog } from './page/catalog/catalog-search.ts';
import { readDeliverySearch, readOneDelivery } from './page/delivery/delivery-search.ts';
import { readEndpoint, readEndpointNew, readEndpoints } from './page/endpoint/endpoint-search.ts';
import { readInbox, readInboxItem } from './page/inbox/inbox-search.ts';
import { readIssue, readIssues } from './page/issue/issue-search.ts';
import { readLogin } from './page/login/login-search.ts';
import { readOverview } from './page/overview/overview-search.ts';
import { readSigning } from './page/signing/signing-search.ts';
import { readSimulator } from './page/simulator/simulator-search.ts';
import { readSourceNew } from './page/source/source-search.ts';
import { readQueryText, writeQueryText } from './search/query-text.ts';

export const root = createRootRoute();

const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path });

export const home = createRoute(at('/'));
export const setup = createRoute(at('/setup'));
export const login = createRoute({ ...at('/login'), validateSearch: readLogin });
export const invitation = createRoute(at('/invitation'));
export const reset = createRoute(at('/reset'));
export const reauthenticated = createRoute({
  ...at('/reauthenticated'),
  validateSearch: readLogin,
});
export const email = createRoute(at('/email'));
/** Signed in, in no project: the frame of pages of the whole instance. */
export const instance = createRoute({ getParentRoute: () => root, id: 'instance' });

const inInstance = <const Path extends string>(path: Path) => ({
  getParentRoute: () => instance,
  path,
});

export const account = createRoute(inInstance('/account'));
export const go = createRoute(inInstance('/go/$id'));
export const system = createRoute(inInstance('/system'));
export const project = createRoute(at('/p/$project'));

const inProject = <const Path extends string>(path: Path) => ({
  getParentRoute: () => project,
  path,
});

export const projectHome = createRoute(inProject('/'));
export const overview = createRoute({
  ...inProject('overview'),
  validateSearch: readOverview,
  staticData: { range: '24h' },
});
export const calls = createRoute({
  ...inProject('calls'),
  validateSearch: readCalls,
  staticData: { range: null },
});
export const call = createRoute({
  ...inProject('calls/$callId'),
  validateSearch: readCall,
});
export const bundle = createRoute({ ...inProject('bundle'), validateSearch: readCall });
export const deliveries = createRoute({
  ...inProject('deliveries'),
  validateSearch: readDeliverySearch,
  staticData: { range: null },
});
export const delivery = createRoute({
  ...inProject('deliveries/$deliveryId'),
  validateSearch: readOneDelivery,
});
export const issues = createRoute({
  ...inProject('issues'),
  validateSearch: readIssues,
  staticData: { range: null },
});
export const issue = createRoute({
  ...inProject('issues/$fingerprint'),
  validateSearch: readIssue,
});
export const alerts = createRoute({ ...inProject('alerts'), validateSearch: readAlerts });
export const alert = createRoute(inProject('alerts/$alertId'));
export const endpoints = createRoute({
  ...inProject('endpoints'),
  validateSearch: readEndpoints,
});
export const endpointNew = createRoute({
  ...inProject('endpoints/new'),
  validateSearch: readEndpointNew,
});
export const endpoint = createRoute({
  ...inProject('endpoints/$endpointId/{-$tab}'),
  validateSearch: readEndpoint,
});
export const sources = createRoute(inProject('sources'));
export const sourceNew = createRoute({
  ...inProject('sources/new'),
  validateSearch: readSourceNew,
});
export const source = createRoute(inProject('sources/$sourceId'));
export const acwRuns = createRoute({
  ...inProject('acw/runs'),
  validateSearch: readAcwRuns,
  staticData: { range: null },
});
export const acwTrends = createRoute({
  ...inProject('acw/trends'),
  validateSearch: readAcwTrend,
  staticData: { range: '7d' },
});
export const acwResult = createRoute({
  ...inProject('acw/results/$resultId'),
  validateSearch: readAcwResult,
});
export const scorecards = createRoute(inProject('acw/scorecards'));
export const scorecard = createRoute({
  ...inProject('acw/scorecards/$scorecardId'),
  validateSearch: readScorecard,
});
export const inbox = createRoute({ ...inProject('inbox'), validateSearch: readInbox });
export const inboxItem = createRoute({
  ...inProject('inbox/$itemId'),
  validateSearch: readInboxItem,
});
export const bulk = createRoute({ ...inProject('bulk/$jobId'), validateSearch: readBulk });
export const simulator = createRoute({
  ...inProject('simulator'),
  validateSearch: readSimulator,
});
export const catalog = createRoute({
  ...inProject('catalog/{-$trigger}'),
  validateSearch: readCatalog,
});
export const signing = createRoute({
  ...inProject('signing'),
  validateSearch: readSigning,
});
export const apiKeys = createRoute(inProject('api-keys'));
export const members = createRoute(inProject('members'));
export const audit = createRoute({
  ...inProject('audit'),
  validateSearch: readAudit,
  staticData: { range: null },
});
export const settings = createRoute(inProject('settings/{-$section}'));

const tree = root.addChildren([
  home,
  setup,
  login,
  invitation,
  reset,
  reauthenticated,
  email,
  instance.addChildren([account, go, system]),
  project.addChildren([
    projectHome,
    overview,
    calls,
    call,
    bundle,
    deliveries,
    delivery,
    issues,
    issue,
    alerts,
    alert,
    endpoints,
    endpointNew,
    endpoint,
    sources,
    sourceNew,
    source,
    acwRuns,
    acwTrends,
    acwResult,
    scorecards,
    scorecard,
    inbox,
    inboxItem,
    bulk,
    simulator,
    catalog,
    signing,
    apiKeys,
    members,
    audit,
    settings,
  ]),
]);

export function createRoutes(basepath: string) {
  return createRouter({
    routeTree: tree,
    basepath,
    parseSearch: readQueryText,
    stringifySearch: writeQueryText,
    // What a page does not understand is left out of its address, and never reaches the page.
    search: { strict: true },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page shows a range: its default; null: all of time. */
    readonly range?: string | null;
  }
  interface Register {
    router: ReturnType<typeof createRoutes>;
  }
}
