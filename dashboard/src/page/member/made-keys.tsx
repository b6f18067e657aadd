/**
 * The API keys that go back to a member, and whether they are revoked with the membership or the
 * role: shown before either ends, since keys outlive their maker.
 */
import { Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/api-context.tsx';
import type { Page } from '../../api/record.ts';
import { useText } from '../../i18n/catalogue.ts';
import { Failure } from '../../kit/region/failure.tsx';
import { useNow } from '../../kit/time/ticker.ts';
import { type ApiKeyRecord, keyState } from '../api-key/api-key-record.ts';
import { memberText } from './text.ts';

export interface MadeKeysProps {
  /** `usr_...` */
  readonly of: string;
  readonly revoke: boolean;
  onChange(revoke: boolean): void;
}

export function MadeKeys({ of, revoke, onChange }: MadeKeysProps) {
  const t = useText(memberText);
  const client = useClient();
  const nowMs = useNow();
  const query = useQuery({
    queryKey: ['api-keys', client.project, 'made-by', of],
    queryFn: ({ signal }) =>
      client.get<Page<ApiKeyRecord>>('v1/api-keys', { query: { madeBy: of, limit: 200 }, signal }),
  });
  if (query.error !== null) return <Failure error={query.error} />;
  const live = (query.data?.data ?? []).filter((key) => keyState(key, nowMs) === 'active');
  if (live.length === 0) return query.data === undefined ? null : <p>{t.noKeysMade}</p>;
  return (
    <>
      <p>{t.keysMade(live.length)}</p>
      <ul className="made-keys">
        {live.map(({ id, name, hint }) => (
          <li key={id}>
            {name} <span className="quiet mono small">{hint}</span>
          </li>
        ))}
      </ul>
      <Checkbox
        size="sm"
        label={t.revokeKeys(live.length)}
        description={t.revokeKeysEffect}
        checked={revoke}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </>
  );
}
