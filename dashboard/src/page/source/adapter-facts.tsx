/**
 * What an adapter says of its platform, as the
 * service says it: in English, as in the guides.
 */
import { useText } from '../../i18n/words.ts';
import { Fact, Facts } from '../../kit/panel.tsx';
import type { AdapterRecord } from './source-query.ts';

export function AdapterFacts({ adapter }: { readonly adapter: AdapterRecord }) {
  const t = useText('source');
  const { signature, events, callLogs, guide } = adapter;
  return (
    <Facts across>
      <Fact name={t.events}>
        <span lang="en">{events}</span>
      </Fact>
      <Fact name={t.signature}>
        <span lang="en">{signature}</span>
      </Fact>
      <Fact name={t.callLogs}>{callLogs ? t.yes : t.no}</Fact>
      <Fact name={t.guide}>
        <span className="mono small wrap">{guide}</span>
      </Fact>
    </Facts>
  );
}
