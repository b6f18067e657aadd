/**
 * The JSON Schema of a trigger's body, out of the API document, to read and to keep. It is laid
 * out anew for reading; the file has the same text.
 */
import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { Client } from '../../api/client.ts';
import { useText } from '../../i18n/catalogue.ts';
import { CodeView } from '../../kit/code/code-view.tsx';
import { Icon } from '../../kit/icon.tsx';
import { DataRegion } from '../../kit/region/data-region.tsx';
import { regionOf } from '../../kit/region/region.ts';
import { saveFile } from '../../kit/save-file.ts';
import { catalogText } from './text.ts';
import { triggerSchema } from './trigger-schema.ts';

export function SchemaPanel({ trigger }: { readonly trigger: string }) {
  const t = useText(catalogText);
  const query = useQuery(documentQuery(useClient()));
  const schema = query.data === undefined ? null : triggerSchema(query.data, trigger);
  return (
    <DataRegion
      title={t.schema}
      region={regionOf(query, { count: schema === null ? 0 : 1 })}
      rows={6}
      empty={<p className="quiet">{t.schemaMissing}</p>}
      tools={
        schema !== null && (
          <Button
            variant="default"
            size="xs"
            leftSection={<Icon name="download" />}
            onClick={() =>
              saveFile(
                new Blob([schema], { type: 'application/schema+json' }),
                `${trigger}.schema.json`,
              )
            }
          >
            {t.download}
          </Button>
        )
      }
    >
      {schema !== null && <CodeView label={t.schema} content={schema} />}
    </DataRegion>
  );
}

/** The document changes only with the service. */
function documentQuery(client: Client) {
  return queryOptions({
    queryKey: ['openapi'],
    queryFn: ({ signal }) => client.get<unknown>('openapi.json', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
