/**
 * For who is signed in and no member of the project in the address. Says what to do, and which
 * projects are theirs.
 */
import { Link } from '@tanstack/react-router';
import type { SessionRecord } from '../api/record.ts';
import { useText } from '../i18n/catalogue.ts';
import { PageHead } from '../kit/page-head.tsx';
import { shellText } from './text.ts';

export function Forbidden({ session }: { readonly session: SessionRecord }) {
  const t = useText(shellText).forbidden;
  const { memberships } = session;
  return (
    <section data-state="forbidden">
      <PageHead title={t.title} lead={t.text} />
      {memberships.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <>
          <h2 className="region-title">{t.yours}</h2>
          <ul>
            {memberships.map(({ projectId, projectName }) => (
              <li key={projectId}>
                <Link to="/p/$project/overview" params={{ project: projectId }}>
                  {projectName}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
