/**
 * The icon of a kind of endpoint; its name stands beside it. It is decoration, as every icon, so a
 * kind that is not named here gets that of all endpoints.
 */
import type { EndpointKind } from '../../api/endpoint.ts';
import { Icon, type IconName } from '../../kit/icon.tsx';

const ICONS: Partial<Readonly<Record<EndpointKind, IconName>>> = {
  slack: 'inbox',
  teams: 'members',
  email: 'deliveries',
  custom: 'endpoints',
  pull: 'inbox',
  'builtin-analyzer': 'overview',
  'builtin-evaluator': 'acw',
  'self-provided-agent': 'system',
};

export function KindIcon({ kind }: { readonly kind: EndpointKind }) {
  return <Icon name={ICONS[kind] ?? 'endpoints'} />;
}
