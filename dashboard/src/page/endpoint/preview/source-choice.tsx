/**
 * Whether the preview is of made-up values or of a call that was. A call id counts once it is
 * chosen or left, so that not every key asks the service.
 */
import { TextInput } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { type CallRecord, loadCalls } from '../../../api/call.ts';
import type { Client } from '../../../api/client.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { previewText } from './text.ts';

export type PreviewSource = 'sample' | 'call';

export interface SourceChoiceProps {
  readonly source: PreviewSource;
  onSource(source: PreviewSource): void;
  onCall(callId: string): void;
}

export function SourceChoice({ source, onSource, onCall }: SourceChoiceProps) {
  const t = useText(previewText);
  return (
    <div className="preview-source">
      <fieldset className="segments">
        <legend className="unseen">{t.from}</legend>
        {(['sample', 'call'] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === source}
            onClick={() => onSource(one)}
          >
            {t.sources[one]}
          </button>
        ))}
      </fieldset>
      {source === 'call' && <CallField onCall={onCall} />}
    </div>
  );
}

function CallField({ onCall }: Pick<SourceChoiceProps, 'onCall'>) {
  const t = useText(previewText);
  const recent = useQuery(recentCallsQuery(useClient())).data ?? [];
  const listId = useId();
  const [typed, setTyped] = useState('');
  return (
    <>
      <TextInput
        size="xs"
        label={t.callId}
        description={t.callHint}
        autoComplete="off"
        spellCheck={false}
        list={listId}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          if (recent.some(({ callId }) => callId === value)) onCall(value);
        }}
        onBlur={() => onCall(typed)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onCall(typed);
        }}
      />
      <datalist id={listId}>
        {recent.map(({ callId }) => (
          <option key={callId} value={callId} />
        ))}
      </datalist>
    </>
  );
}

const OFFERED_MAX = 20;

function recentCallsQuery(client: Client) {
  return queryOptions({
    queryKey: ['calls', client.project, 'offered'],
    queryFn: async ({ signal }): Promise<readonly CallRecord[]> =>
      (await loadCalls(client, { limit: OFFERED_MAX }, signal)).data,
    staleTime: 30_000,
  });
}
