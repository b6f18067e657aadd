/**
 * A new endpoint: its kind, then its form with a live preview, on one page. The kind stands in the
 * address; what was typed is kept when another one is chosen.
 */

import { getRouteApi, Link } from '@tanstack/react-router';
import { ENDPOINT_KINDS } from '../../../../src/core/endpoint/endpoint.ts';
import { useClient } from '../../api/api-context.tsx';
import type { EndpointKind } from '../../api/endpoint.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import './endpoint.css';
import { EndpointFormView } from './form/endpoint-form.tsx';
import { useEndpointForm } from './form/use-endpoint-form.ts';
import { KindIcon } from './kind-icon.tsx';

const route = getRouteApi('/p/$project/endpoints/new');

export function Page() {
  const t = useText('endpoint');
  const project = useClient().project ?? '';
  const search = route.useSearch();
  const kind = ENDPOINT_KINDS.find((one) => one === search.kind) ?? null;
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

/**
 * The seven kinds as cards: what each does, in a line. The choice stands in the address. They are
 * links: back and copy work.
 */
function KindCards({ current }: { readonly current: EndpointKind | null }) {
  const t = useText('endpointForm');
  const words = useText('word');
  return (
    <nav aria-label={t.kinds}>
      <ul className="kind-cards">
        {ENDPOINT_KINDS.map((kind) => (
          <li key={kind}>
            <Link
              to="."
              search={(before) => ({ ...before, kind })}
              resetScroll={false}
              className="choice-card"
              aria-current={kind === current ? 'true' : undefined}
            >
              <span className="kind-card-name with-icon">
                <KindIcon kind={kind} />
                {words.kind[kind]}
              </span>
              <span className="quiet small">{t.kindLine[kind]}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
