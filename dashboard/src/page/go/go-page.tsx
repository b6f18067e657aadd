/**
 * `/go/{anyId}`: finds what has this id and goes there. Links in messages of Slack, Teams and mail
 * use it, which know no project: the projects of the session are searched, the last one first.
 */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { createClient } from '../../api/client.ts';
import { hitTarget, onlyHit, type SearchHit, searchById } from '../../api/search.ts';
import { useSession } from '../../api/session.ts';
import { useText } from '../../i18n/words.ts';
import { PageHead } from '../../kit/page-head.tsx';
import { Failure } from '../../kit/region/data-region.tsx';
import { usePageFacts } from '../../page-facts.ts';
import { GoTo } from '../../shell/go-to.tsx';
import { lastProject } from '../../shell/last-project.ts';

const route = getRouteApi('/instance/go/$id');

interface FoundHit {
  readonly project: string;
  readonly hit: SearchHit;
}

export function Page() {
  const t = useText('shell').search;
  const { id } = route.useParams();
  const session = useSession();
  const { basePath } = usePageFacts();
  const query = useQuery({
    queryKey: ['go', id],
    queryFn: async (): Promise<FoundHit | null> => {
      const last = session === null ? null : lastProject(session);
      const others = (session?.memberships ?? []).map(({ projectId }) => projectId);
      for (const project of new Set(last === null ? others : [last, ...others])) {
        const client = createClient({ base: new URL(basePath, location.href).href, project });
        const hit = onlyHit(await searchById(client, id));
        if (hit !== null) return { project, hit };
      }
      return null;
    },
    enabled: session !== null,
  });
  if (query.data !== undefined && query.data !== null) {
    return <GoTo target={hitTarget(query.data.project, query.data.hit)} />;
  }
  if (query.error !== null) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data === undefined) return <PageHead title={t.searching} />;
  return (
    <section data-state="not-found">
      <PageHead title={t.none(id)} lead={t.searched('id')} />
    </section>
  );
}
