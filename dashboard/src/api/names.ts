/**
 * The names of people, API keys and endpoints by their ids, as far as the role may read them: the
 * audit trail and jobs hold ids alone. What was removed or may not be read has no name here.
 */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { showApiKey } from '../../../src/http/schema/api-key.ts';
import type { MemberRecord } from '../../../src/http/schema/member.ts';
import { useClient } from './api-context.tsx';
import type { Client } from './client.ts';
import { useEndpoints } from './endpoint.ts';
import type { Page } from './record.ts';
import { useMay } from './session.ts';

export function membersQuery(client: Client) {
  return queryOptions({
    queryKey: ['members', client.project],
    queryFn: ({ signal }) => client.get<Page<MemberRecord>>('v1/members', { signal }),
  });
}

export function apiKeysQuery(client: Client) {
  return queryOptions({
    queryKey: ['api-keys', client.project],
    queryFn: ({ signal }) =>
      client.get<Page<Readonly<ReturnType<typeof showApiKey>>>>('v1/api-keys', { signal }),
  });
}

/** Names by id; empty until the first answer arrives. */
export function useNames(): ReadonlyMap<string, string> {
  const client = useClient();
  const endpoints = useEndpoints();
  const members = useQuery({ ...membersQuery(client), enabled: useMay('members:read') }).data;
  const keys = useQuery({ ...apiKeysQuery(client), enabled: useMay('project:admin') }).data;
  return useMemo(() => {
    const known = [...(members?.data ?? []), ...(keys?.data ?? []), ...endpoints.values()];
    return new Map(known.map(({ id, name }) => [id, name]));
  }, [members, keys, endpoints]);
}
