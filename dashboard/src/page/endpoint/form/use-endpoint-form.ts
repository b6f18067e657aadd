/**
 * The form of an endpoint: what is typed, what the service says of it, and what becomes of it when
 * it is saved. Drafts live in the tab until they are saved or thrown away.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { changeEndpoint, createEndpoint } from '../../../api/endpoint-act.ts';
import type { EndpointKind } from '../../../api/endpoint-record.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/catalogue.ts';
import { type Form, useForm } from '../../../kit/form/use-form.ts';
import { showToast } from '../../../kit/toast.tsx';
import { type DraftPlace, dropDraft, keepDraft, keptDraft } from './draft-storage.ts';
import {
  blankDraft,
  bodyOf,
  draftOfRecord,
  type EndpointDraft,
  patchOf,
  unreadable,
} from './endpoint-draft.ts';
import { formText } from './text.ts';
import { isWithin, useEndpointCheck } from './use-endpoint-check.ts';

export interface EndpointForm {
  readonly kind: EndpointKind;
  /** Null: it is a new one. */
  readonly record: EndpointRecord | null;
  readonly form: Form<EndpointDraft>;
  readonly warnings: readonly string[];
  /** The role may only look. */
  readonly readOnly: boolean;
  /** Something was there from before a reload. */
  readonly wasKept: boolean;
  /** Fields show a fault now; the service would refuse it. */
  readonly faulty: boolean;
  /** What the service refused there no longer holds: it was changed since. */
  changed(field: string): boolean;
  /** Of this field or of what is within it. */
  faultOf(pointer: string): string | undefined;
  set<Key extends keyof EndpointDraft>(key: Key, value: EndpointDraft[Key], pointer: string): void;
  left(pointer: string, filled: boolean): void;
  startOver(): void;
}

/** `onSaved`: of one that was there already; a new one is gone to. */
export function useEndpointForm(
  kind: EndpointKind,
  record: EndpointRecord | null,
  onSaved: (saved: EndpointRecord) => void = () => {},
): EndpointForm {
  const t = useText(formText);
  const readOnly = !useMay('endpoints:write');
  const place = usePlace(record);
  const clean = useMemo(
    () => (record === null ? blankDraft(kind) : draftOfRecord(record)),
    [kind, record],
  );
  const [kept] = useState(() => keptDraft(place, kind, clean));
  const save = useSave({ kind, record, clean, place, onSaved });
  const form = useForm(clean, save, kept ?? clean);
  const { values } = form;
  const body = record === null ? bodyOf(kind, values) : patchOf(kind, values, clean);
  const check = useEndpointCheck(record?.id ?? null, body, !readOnly);
  useEffect(() => {
    if (form.dirty) keepDraft(place, kind, values);
  }, [form.dirty, place, kind, values]);
  const unread = unreadable(kind, values);
  const ofText = (pointer: string): string | undefined => {
    if (!unread.includes(pointer)) return undefined;
    return pointer === '/retryScheduleMs' ? t.unreadable.schedule : t.unreadable.number;
  };
  const stale = useChangedSince(form.failure);
  const refused = form.faults.filter(({ field }) => !stale.has(field));
  const ofServer = (pointer: string): string | undefined =>
    [...check.faults, ...refused].find(({ field }) => isWithin(field, pointer))?.message;
  return {
    ...{ kind, record, form, readOnly, warnings: check.warnings, wasKept: kept !== null },
    faulty: unread.length > 0 || check.faults.length > 0,
    changed: stale.has,
    faultOf: (pointer) => ofText(pointer) ?? ofServer(pointer),
    set: (key, value, pointer) => {
      check.changed(pointer);
      stale.add(pointer);
      form.set(key, value);
    },
    left: (pointer, filled) => {
      if (filled) check.left(pointer);
    },
    startOver: () => {
      dropDraft(place);
      form.reset(clean);
    },
  };
}

interface Changed {
  has(field: string): boolean;
  add(pointer: string): void;
}

/** What was changed since the service refused: its words there no longer hold. */
function useChangedSince(failure: Error | null): Changed {
  const [changed, setChanged] = useState<{
    readonly failure: Error | null;
    readonly pointers: readonly string[];
  }>({ failure, pointers: [] });
  const pointers = changed.failure === failure ? changed.pointers : [];
  return {
    has: (field) => pointers.some((pointer) => isWithin(field, pointer)),
    add: (pointer) => setChanged({ failure, pointers: [...pointers, pointer] }),
  };
}

/** A draft of an older revision is of another endpoint: it is left alone. */
function usePlace(record: EndpointRecord | null): DraftPlace {
  const project = useClient().project ?? '';
  const subject = record === null ? 'new' : `${record.id}.${record.revision}`;
  return useMemo(() => ({ project, subject }), [project, subject]);
}

interface SaveParts {
  readonly kind: EndpointKind;
  readonly record: EndpointRecord | null;
  readonly clean: EndpointDraft;
  readonly place: DraftPlace;
  readonly onSaved: (saved: EndpointRecord) => void;
}

function useSave(parts: SaveParts): (draft: EndpointDraft) => Promise<void> {
  const { kind, record, clean, place, onSaved } = parts;
  const t = useText(formText);
  const client = useClient();
  const navigate = useNavigate();
  return async (draft) => {
    const saved =
      record === null
        ? await createEndpoint(client, bodyOf(kind, draft))
        : await changeEndpoint(client, record.id, patchOf(kind, draft, clean));
    dropDraft(place);
    await queryClient.invalidateQueries({ queryKey: ['endpoints', client.project] });
    showToast({ text: record === null ? t.created(saved.name) : t.saved });
    if (record !== null) {
      onSaved(saved);
      return;
    }
    const params = { project: client.project ?? '', endpointId: saved.id, tab: 'test' };
    await navigate({ to: '/p/$project/endpoints/$endpointId/{-$tab}', params });
  };
}
