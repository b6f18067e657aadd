/**
 * The icon of a kind of endpoint; its name stands beside it.
 * It is decoration, as every icon.
 */
import type { EndpointKind } from '../../api/endpoint.ts';
import { Icon, type IconName } from '../../kit/icon.tsx';

const ICONS: Readonly<Record<EndpointKind, IconName>> = {
  slack: 'inbox',
  teams: 'members',
  email: 'deliveries',
  custom: 'endpoints',
  'builtin-analyzer': 'overview',
  'builtin-evaluator': 'acw',
  'self-provided-agent': 'system',
};

export function KindIcon({ kind }: { readonly kind: EndpointKind }) {
  return <Icon name={ICONS[kind]} />;
}
