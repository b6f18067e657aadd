/**
 * Which page shows at which address. Each is a chunk of its own, loaded when it is gone to. To add
 * a page: its path in `routes.tsx`, its line here; see docs/internals/dashboard.md.
 */
import { lazyPage, type PageModule } from './lazy-page.tsx';
import * as routes from './routes.tsx';
import { ErrorPage, NotFoundPage } from './shell/error-page.tsx';
import { Home, InstanceFrame, ProjectFrame, ProjectHome, Root } from './shell/root.tsx';

interface Paged {
  update(options: {
    readonly component: ReturnType<typeof lazyPage>;
    readonly errorComponent: typeof ErrorPage;
  }): unknown;
}

function show(route: Paged, load: () => Promise<PageModule>): void {
  // Both replace the page alone: the rail and the header stay.
  route.update({ component: lazyPage(load), errorComponent: ErrorPage });
}

export function joinPages(): void {
  const fallbacks = { errorComponent: ErrorPage, notFoundComponent: NotFoundPage };
  routes.root.update({ component: Root, ...fallbacks });
  routes.home.update({ component: Home });
  routes.project.update({ component: ProjectFrame, ...fallbacks });
  routes.projectHome.update({ component: ProjectHome });
  routes.instance.update({ component: InstanceFrame, ...fallbacks });
  show(routes.setup, () => import('./page/setup/setup-page.tsx'));
  show(routes.login, () => import('./page/login/login-page.tsx'));
  show(routes.invitation, () => import('./page/invitation/invitation-page.tsx'));
  show(routes.reset, () => import('./page/reset/reset-page.tsx'));
  show(routes.reauthenticated, () => import('./page/reauthenticated/reauthenticated-page.tsx'));
  show(routes.email, () => import('./page/email/email-page.tsx'));
  show(routes.account, () => import('./page/account/account-page.tsx'));
  show(routes.go, () => import('./page/go/go-page.tsx'));
  show(routes.system, () => import('./page/system/system-page.tsx'));
  show(routes.overview, () => import('./page/overview/overview-page.tsx'));
  show(routes.calls, () => import('./page/call/calls-page.tsx'));
  show(routes.call, () => import('./page/call/call-page.tsx'));
  show(routes.bundle, () => import('./page/call/bundle/bundle-page.tsx'));
  show(routes.deliveries, () => import('./page/delivery/deliveries-page.tsx'));
  show(routes.delivery, () => import('./page/delivery/delivery-page.tsx'));
  show(routes.issues, () => import('./page/issue/issues-page.tsx'));
  show(routes.issue, () => import('./page/issue/issue-page.tsx'));
  show(routes.alerts, () => import('./page/alert/alerts-page.tsx'));
  show(routes.alert, () => import('./page/alert/alert-page.tsx'));
  show(routes.endpoints, () => import('./page/endpoint/endpoints-page.tsx'));
  show(routes.endpointNew, () => import('./page/endpoint/endpoint-new-page.tsx'));
  show(routes.endpoint, () => import('./page/endpoint/endpoint-page.tsx'));
  show(routes.sources, () => import('./page/source/sources-page.tsx'));
  show(routes.sourceNew, () => import('./page/source/source-new-page.tsx'));
  show(routes.source, () => import('./page/source/source-page.tsx'));
  show(routes.acwRuns, () => import('./page/acw/runs-page.tsx'));
  show(routes.acwTrends, () => import('./page/acw/trends-page.tsx'));
  show(routes.acwResult, () => import('./page/acw/result-page.tsx'));
  show(routes.scorecards, () => import('./page/acw/scorecards-page.tsx'));
  show(routes.scorecard, () => import('./page/acw/scorecard-page.tsx'));
  show(routes.inbox, () => import('./page/inbox/inbox-page.tsx'));
  show(routes.inboxItem, () => import('./page/inbox/inbox-item-page.tsx'));
  show(routes.bulk, () => import('./page/bulk/bulk-page.tsx'));
  show(routes.simulator, () => import('./page/simulator/simulator-page.tsx'));
  show(routes.catalog, () => import('./page/catalog/catalog-page.tsx'));
  show(routes.signing, () => import('./page/signing/signing-page.tsx'));
  show(routes.apiKeys, () => import('./page/api-key/api-keys-page.tsx'));
  show(routes.members, () => import('./page/member/members-page.tsx'));
  show(routes.audit, () => import('./page/audit/audit-page.tsx'));
  show(routes.settings, () => import('./page/setting/settings-page.tsx'));
}
