/**
 * The form of an endpoint: what is typed, what the service says of it, and what becomes of it when
 * it is saved. Drafts live in the tab until they are saved or thrown away.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import type {
  CheckReply,
  EndpointInput,
  EndpointKind,
  EndpointPatch,
} from '../../../api/endpoint.ts';
import { changeEndpoint, checkEndpoint, createEndpoint } from '../../../api/endpoint-act.ts';
import type { FieldFault } from '../../../api/failure.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { EndpointRecord } from '../../../api/record.ts';
import { useMay } from '../../../api/session.ts';
import { useText } from '../../../i18n/words.ts';
import { type Form, useForm } from '../../../kit/form/form.tsx';
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

export interface EndpointForm {
  readonly kind: EndpointKind;
  /** Null: a new endpoint. */
  readonly record: EndpointRecord | null;
  readonly form: Form<EndpointDraft>;
  readonly warnings: readonly string[];
  /** The role may only look. */
  readonly readOnly: boolean;
  /** Something was there from before a reload. */
  readonly wasKept: boolean;
  /** Fields show a fault now; the service would refuse it. */
  readonly faulty: boolean;
  /** The field was changed, so the service's message about it no longer applies. */
  changed(field: string): boolean;
  /** The fault of this field or of a field within it. */
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
  const t = useText('endpointForm');
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
    kind,
    record,
    form,
    readOnly,
    warnings: check.warnings,
    wasKept: kept !== null,
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

/**
 * The fields that were changed since the service refused them; its messages there no longer apply.
 */
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
  const t = useText('endpointForm');
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

interface EndpointCheck {
  readonly faults: readonly FieldFault[];
  /** Warnings about the settings, as sentences. */
  readonly warnings: readonly string[];
  /** The field was left, with something in it. */
  left(pointer: string): void;
  changed(pointer: string): void;
}

const NOTHING: CheckReply = { errors: [], warnings: [] };

/**
 * What the service would say of what is typed so far, asked when a field is left. So the words at a
 * field are always the service's own, and no rule is written twice. A fault shows only at fields
 * that were left, and goes as soon as its field is changed.
 * `id` null: of a new endpoint. `on` false: the role may not ask.
 */
function useEndpointCheck(
  id: string | null,
  body: EndpointInput | EndpointPatch,
  on: boolean,
): EndpointCheck {
  const client = useClient();
  const [reply, setReply] = useState(NOTHING);
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef({ body, asked: 0, left: new Set<string>() });
  useEffect(() => {
    latest.current.body = body;
  });
  const ask = (): void => {
    if (!on) return;
    const asked = latest.current.asked + 1;
    latest.current.asked = asked;
    checkEndpoint(client, id, latest.current.body).then(
      (answer) => {
        if (latest.current.asked !== asked) return;
        setReply(answer);
        // Set only now, because the earlier answer was about an earlier draft.
        setFields(new Set(latest.current.left));
      },
      // If the service cannot be reached, saving will say so.
      () => {},
    );
  };
  const first = useRef(ask);
  useEffect(() => first.current(), []);
  return {
    faults: reply.errors.filter(({ field }) => [...fields].some((one) => isWithin(field, one))),
    warnings: reply.warnings,
    left: (pointer) => {
      latest.current.left.add(pointer);
      ask();
    },
    changed: (pointer) => {
      latest.current.left.delete(pointer);
      if (fields.has(pointer)) setFields(new Set(latest.current.left));
    },
  };
}

/** A fault of `/auth` is one of `/auth/token` too: there it is shown. */
function isWithin(field: string, pointer: string): boolean {
  return field === pointer || field.startsWith(`${pointer}/`);
}
