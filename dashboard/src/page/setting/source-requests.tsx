/**
 * The last callbacks of one source,
 * and what became of each.
 */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { SourceRequestRecord, showSource } from '../../../../src/http/schema/source.ts';
import { useClient } from '../../api/api-context.tsx';
import type { Page as PageOf } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { EmptyState } from '../../kit/region/empty-state.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { Moment } from '../../kit/time/moment.tsx';
import { settingText } from './text.ts';

export type SourceRecord = Readonly<ReturnType<typeof showSource>>;
type Request = Static<typeof SourceRequestRecord>;

export interface SourceRequestsProps {
  readonly source: SourceRecord;
  onClose(): void;
}

export function SourceRequests({ source, onClose }: SourceRequestsProps) {
  const t = useText(settingText).source;
  const client = useClient();
  const query = useQuery({
    queryKey: ['sources', client.project, source.id, 'requests'],
    queryFn: ({ signal }) =>
      client.get<PageOf<Request>>(`v1/sources/${source.id}/requests`, { signal }),
  });
  const rows = query.data?.data ?? [];
  return (
    <Dialog
      title={t.requestsOf(source.name)}
      size="large"
      onClose={onClose}
      foot={
        <Button variant="default" size="sm" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <DataRegion
        title={t.requests}
        titleHidden
        plain
        region={regionOf(query, { count: rows.length })}
        empty={<EmptyState title={t.noRequests} />}
      >
        {rows.map((request) => (
          <details key={`${request.at} ${request.result}`}>
            <summary>
              <Moment iso={request.at} exact /> {request.result}
            </summary>
            <CodeView label={t.body} content={request.body} plain />
          </details>
        ))}
      </DataRegion>
    </Dialog>
  );
}
