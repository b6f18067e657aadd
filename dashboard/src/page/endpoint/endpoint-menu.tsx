/**
 * What can be done with an endpoint, as a menu: what the role or the state does not permit stays
 * in it and says why.
 */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useClient } from '../../api/api-context.tsx';
import type { EndpointRecord } from '../../api/record.ts';
import { useMay } from '../../api/session.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Icon } from '../../kit/icon.tsx';
import { Menu, type MenuAction } from '../../kit/menu.tsx';
import { kitText } from '../../kit/text.ts';
import { type EndpointAct, EndpointActDialog } from './endpoint-act-dialog.tsx';
import { endpointText } from './text.ts';

export function EndpointMenu({ endpoint }: { readonly endpoint: EndpointRecord }) {
  const t = useText(endpointText);
  const { more } = useText(kitText).table;
  const [act, setAct] = useState<EndpointAct | null>(null);
  const navigate = useNavigate();
  const project = useClient().project ?? '';
  const mayChange = useMay('endpoints:write');
  const maySwitch = useMay('deliveries:write');
  const operators = maySwitch ? {} : { disabled: t.onlyOperators };
  const off = !endpoint.enabled;
  const held = endpoint.health.state === 'held';
  const actions: readonly MenuAction[] = [
    {
      id: 'test',
      label: t.tab.test,
      onSelect: () =>
        void navigate({
          to: '/p/$project/endpoints/$endpointId/{-$tab}',
          params: { project, endpointId: endpoint.id, tab: 'test' },
        }),
    },
    off
      ? { id: 'enable', label: t.enable, onSelect: () => setAct('enable'), ...operators }
      : { id: 'disable', label: t.disable, onSelect: () => setAct('disable'), ...operators },
    ...(held && !off
      ? [{ id: 'end-hold', label: t.endHold, onSelect: () => setAct('end-hold'), ...operators }]
      : []),
    {
      id: 'recover',
      label: t.recover,
      onSelect: () => setAct('recover'),
      ...(off ? { disabled: t.recoverWhenOn } : operators),
    },
    {
      id: 'remove',
      label: t.remove,
      dangerous: true,
      onSelect: () => setAct('remove'),
      ...(mayChange ? {} : { disabled: t.onlyAdmins }),
    },
  ];
  return (
    <>
      <Menu label={`${more}: ${endpoint.name}`} button={<Icon name="more" />} actions={actions} />
      {act !== null && (
        <EndpointActDialog act={act} endpoint={endpoint} onClose={() => setAct(null)} />
      )}
    </>
  );
}
