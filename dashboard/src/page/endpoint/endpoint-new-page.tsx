/**
 * A new endpoint: its kind, then its form with a live preview, on one page. The kind stands in the
 * address; what was typed is kept when another one is chosen.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import type { EndpointKind } from '../../api/endpoint-record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { PageHead } from '../../kit/page-head.tsx';
import './endpoint.css';
import { KINDS } from './form/endpoint-default.ts';
import { EndpointFormView } from './form/endpoint-form.tsx';
import { KindCards } from './form/kind-cards.tsx';
import { useEndpointForm } from './form/use-endpoint-form.ts';
import { endpointText } from './text.ts';

const route = getRouteApi('/p/$project/endpoints/new');

export function Page() {
  const t = useText(endpointText);
  const project = useClient().project ?? '';
  const search = route.useSearch();
  const kind = KINDS.find((one) => one === search.kind) ?? null;
  return (
    <>
      <PageHead
        title={t.newTitle}
        lead={t.newLead}
        back={
          <Link to="/p/$project/endpoints" params={{ project }}>
            {t.back}
          </Link>
        }
      />
      <KindCards current={kind} />
      {kind === null ? (
        <p className="quiet">{t.chooseKind}</p>
      ) : (
        <NewEndpoint key={kind} kind={kind} />
      )}
    </>
  );
}

function NewEndpoint({ kind }: { readonly kind: EndpointKind }) {
  return <EndpointFormView endpoint={useEndpointForm(kind, null)} />;
}
