/**
 * What the service would say of what is typed so far, asked when a field is left. So the words at a
 * field are always the service's own, and no rule is written twice. A fault shows only at fields
 * that were left, and goes as soon as its field is changed.
 */
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../api/api-context.tsx';
import { checkEndpoint } from '../../../api/endpoint-act.ts';
import type { CheckReply, EndpointInput, EndpointPatch } from '../../../api/endpoint-record.ts';
import type { FieldFault } from '../../../api/failure.ts';

export interface EndpointCheck {
  readonly faults: readonly FieldFault[];
  /** What to know of the settings, as sentences. */
  readonly warnings: readonly string[];
  /** The field was left, with something in it. */
  left(pointer: string): void;
  changed(pointer: string): void;
}

const NOTHING: CheckReply = { errors: [], warnings: [] };

/** `id` null: of a new endpoint. `on` false: the role may not ask. */
export function useEndpointCheck(
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
        // Only now: what the service said before was said of something else.
        setFields(new Set(latest.current.left));
      },
      // That it cannot be asked now is said when it is saved.
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
export function isWithin(field: string, pointer: string): boolean {
  return field === pointer || field.startsWith(`${pointer}/`);
}
