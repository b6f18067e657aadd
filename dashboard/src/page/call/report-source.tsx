/**
 * Who made a report: the API, the service itself, or a source by its name, with a link to it. A
 * viewer may not see sources and is shown the id.
 */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../api/api-context.tsx';
import { useText } from '../../i18n/words.ts';
import { sourcesQuery, useMaySeeSources } from '../source/source-query.ts';

const INGEST = 'ingest:';

/** `source`: as the API has it, such as `ingest:src_…`. */
export function ReportSource({ source }: { readonly source: string }) {
  const t = useText('call').raw;
  if (source === 'api' || source === 'stale') return t.sourceName[source];
  return source.startsWith(INGEST) ? <NamedSource id={source.slice(INGEST.length)} /> : source;
}

function NamedSource({ id }: { readonly id: string }) {
  const t = useText('call').raw;
  const client = useClient();
  const maySee = useMaySeeSources();
  const { data } = useQuery({ ...sourcesQuery(client), enabled: maySee });
  const name = data?.data.find((source) => source.id === id)?.name;
  if (name === undefined) return <span className="wrap">{t.ingest(id)}</span>;
  return (
    <Link
      to="/p/$project/sources/$sourceId"
      params={{ project: client.project ?? '', sourceId: id }}
      className="wrap"
      title={t.ingest(id)}
    >
      {name}
    </Link>
  );
}
