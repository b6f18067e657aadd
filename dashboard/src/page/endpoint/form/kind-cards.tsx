/**
 * The seven kinds as cards: what each does, in a line. The choice stands in the address. They are
 * links: back and copy work.
 */
import { Link } from '@tanstack/react-router';
import type { EndpointKind } from '../../../api/endpoint-record.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { wordText } from '../../../word/text.ts';
import { KindIcon } from '../kind-icon.tsx';
import { KINDS } from './endpoint-default.ts';
import { formText } from './text.ts';

export function KindCards({ current }: { readonly current: EndpointKind | null }) {
  const t = useText(formText);
  const words = useText(wordText);
  return (
    <nav aria-label={t.kinds}>
      <ul className="kind-cards">
        {KINDS.map((kind) => (
          <li key={kind}>
            <Link
              to="."
              search={(before) => ({ ...before, kind })}
              resetScroll={false}
              className="kind-card"
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
