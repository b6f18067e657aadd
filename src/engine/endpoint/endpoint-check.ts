/**
 * Checks whether a draft may become an endpoint of this server: the rules of core, the kinds that
 * this server can send to, and the addresses that it may call. It reports every broken rule at
 * once.
 */
import { agentWarnings } from '../../core/endpoint/agent-rules.ts';
import type { Endpoint, EndpointKind } from '../../core/endpoint/endpoint.ts';
import { checkEndpoint } from '../../core/endpoint/endpoint-rules.ts';
import { type TargetPolicy, targetWarnings } from '../../core/endpoint/target-rules.ts';
import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import { isSame } from '../manage/same.ts';
import type { Channel } from '../ports/channel.ts';
import { draftPatched, type EndpointDraft } from './endpoint-draft.ts';
import { keptTarget, missingSecrets } from './endpoint-seal.ts';

export interface EndpointRules extends TargetPolicy {
  /** The kinds to which this server can send; others are refused by name. */
  readonly channels: ReadonlyMap<EndpointKind, Channel>;
  /** Why a target may not be registered, as a sentence; null if it may. Looks up no name. */
  readonly checkTarget: (target: string) => string | null;
  /** True if no language model is configured. */
  readonly withoutModel?: boolean;
}

/** Hints about accepted settings, as sentences for operators. */
export function endpointWarnings(
  { kind, target, agent }: Pick<Endpoint | EndpointDraft, 'kind' | 'target' | 'agent'>,
  rules: EndpointRules,
): readonly string[] {
  const { withoutModel = false } = rules;
  return [...targetWarnings(kind, target, rules), ...agentWarnings(agent, !withoutModel)];
}

/**
 * `others`: broken rules that only the store could find. Throws INVALID_INPUT, or TARGET_REFUSED if
 * only the address is at fault.
 */
export function refuseDraft(
  draft: EndpointDraft,
  present: Endpoint | null,
  rules: EndpointRules,
  others: readonly FieldError[] = [],
): void {
  const { fields, all, refusal } = draftFaults(draft, present, rules, others);
  if (all.length === 0) return;
  if (fields.length === 0 && refusal !== null) {
    throw new ServiceError('TARGET_REFUSED', refusal, { fields: all });
  }
  throw new ServiceError('INVALID_INPUT', 'The endpoint breaks a rule.', { fields: all });
}

export interface DraftFaults {
  readonly all: readonly FieldError[];
  /** The broken rules apart from a refused address. */
  readonly fields: readonly FieldError[];
  readonly refusal: string | null;
}

export function draftFaults(
  draft: EndpointDraft,
  present: Endpoint | null,
  rules: EndpointRules,
  others: readonly FieldError[],
): DraftFaults {
  const fields = [
    ...kindErrors(draft.kind, rules.channels),
    ...draftErrors(draft, present, rules),
    ...missingSecrets(draft, present),
    ...others,
  ];
  const refusal = refusalOf(draft, present, fields, rules.checkTarget);
  const all = refusal === null ? fields : [...fields, { field: '/target', message: refusal }];
  return { all, fields, refusal };
}

export function kindErrors(
  kind: EndpointKind,
  channels: ReadonlyMap<EndpointKind, Channel>,
): readonly FieldError[] {
  if (channels.has(kind)) return [];
  const offered = [...channels.keys()].join(', ');
  return [
    {
      field: '/kind',
      message: `This version cannot send to ${kind} endpoints yet; use ${offered}.`,
    },
  ];
}

/**
 * A secret target that is kept was checked when it was given; only its masked form is known here. A
 * setting that an older version accepted stays until it is changed, so that it does not block other
 * changes.
 */
function draftErrors(
  draft: EndpointDraft,
  present: Endpoint | null,
  rules: EndpointRules,
): readonly FieldError[] {
  const errors = newFaults(draft, present, rules);
  return keptTarget(draft, present) === null
    ? errors
    : errors.filter(({ field }) => field !== '/target');
}

function newFaults(
  draft: EndpointDraft,
  present: Endpoint | null,
  rules: EndpointRules,
): readonly FieldError[] {
  const errors = checkEndpoint(draft, rules);
  if (present === null || errors.length === 0) return errors;
  const before = draftPatched(present, {});
  const had = checkEndpoint(before, rules);
  return errors.filter(({ field, message }) => {
    const [, name = ''] = field.split('/');
    const isKept = isSame(Reflect.get(draft, name), Reflect.get(before, name));
    return !(isKept && had.some((each) => each.field === field && each.message === message));
  });
}

/** An address that was accepted before is checked again only if it changes. */
function refusalOf(
  draft: EndpointDraft,
  present: Endpoint | null,
  fields: readonly FieldError[],
  checkTarget: EndpointRules['checkTarget'],
): string | null {
  const { kind, target } = draft;
  if (target === null || kind === 'email' || target === present?.target) return null;
  return fields.some(({ field }) => field === '/target') ? null : checkTarget(target);
}
