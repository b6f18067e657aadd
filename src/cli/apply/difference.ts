/**
 * What a record of the file would change in the service, field by field. Only what the file names
 * is compared. The service shows a secret by its last characters, so that is how one is compared
 * here; no more than that is ever printed.
 */
import { isDeepStrictEqual } from 'node:util';
import { hasSecretTarget, isEndpointKind } from '../../core/endpoint/endpoint.ts';
import { hintOf, masked, maskedUrl } from '../../core/endpoint/secret-hint.ts';
import { settingsOf } from '../../http/schema/scorecard.ts';
import { type Fields, isFields } from './settings-file.ts';

export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * `agent.scorecardId` of the wanted fields has been found by the scorecard's name. `hidesTarget`:
 * the target is shown as a secret is.
 */
export function endpointChanges(
  present: Fields,
  wanted: Fields,
  hidesTarget = false,
): readonly FieldChange[] {
  const { kind, target, auth, headers, triggers, opsTriggers, name: _, ...rest } = wanted;
  return [
    ...(target === undefined ? [] : targetChanges(kind, present.target, target, hidesTarget)),
    ...(auth === undefined ? [] : authChanges(present.auth, auth)),
    ...(headers === undefined ? [] : headerChanges(present.headers, headers)),
    ...(triggers === undefined ? [] : of('triggers', sorted(present.triggers), sorted(triggers))),
    ...(opsTriggers === undefined
      ? []
      : of('opsTriggers', sorted(present.opsTriggers), sorted(opsTriggers))),
    ...namedChanges(present, rest),
  ];
}

export function sourceChanges(present: Fields, wanted: Fields): readonly FieldChange[] {
  const { secret, previousSecret, name: _, ...rest } = wanted;
  const shown = (text: unknown) => (typeof text === 'string' ? masked(hintOf(text)) : text);
  const secrets = { secret, previousSecret };
  return [
    ...Object.entries(secrets).flatMap(([name, text]) =>
      text === undefined ? [] : of(name, present[name], shown(text)),
    ),
    ...namedChanges(present, rest),
  ];
}

/** Fields that were left out have their defaults on both sides. */
export function scorecardChanges(present: Fields, wanted: Fields): readonly FieldChange[] {
  const { default: isDefault, ...settings } = wanted;
  let after: Fields;
  try {
    // The service checks the form; a form that cannot be read is a change that it refuses.
    after = { ...settingsOf(settings as Parameters<typeof settingsOf>[0]) };
  } catch {
    after = settings;
  }
  const before = { ...settingsOf(present as Parameters<typeof settingsOf>[0]) };
  return [
    ...Object.entries(after).flatMap(([field, value]) =>
      of(field, before[field as keyof typeof before], value),
    ),
    ...(isDefault === true ? of('default', present.isDefault, true) : []),
  ];
}

/** Compares what the file names, also inside objects. */
export function namedChanges(present: Fields, wanted: Fields, at = ''): readonly FieldChange[] {
  return Object.entries(wanted).flatMap(([field, value]) => {
    const [path, before] = [`${at}${field}`, present[field] ?? null];
    if (isFields(value) && isFields(before)) return namedChanges(before, value, `${path}.`);
    return of(path, before, value);
  });
}

function of(field: string, before: unknown, after: unknown): readonly FieldChange[] {
  return isDeepStrictEqual(before ?? null, after ?? null) ? [] : [{ field, before, after }];
}

function sorted(list: unknown): unknown {
  return Array.isArray(list) ? [...list].sort() : list;
}

/** The service shows the target of a custom endpoint whole, and that of the others as a secret. */
function targetChanges(
  kind: unknown,
  before: unknown,
  after: unknown,
  isHidden: boolean,
): readonly FieldChange[] {
  const isSecret = isEndpointKind(kind) && hasSecretTarget(kind);
  if (isSecret) return of('target', before, shownTarget(after));
  return of('target', before, after).map((change) =>
    isHidden
      ? { ...change, before: shownTarget(change.before), after: shownTarget(change.after) }
      : change,
  );
}

/** An address of mail or a list of them has no origin that could be shown. */
function shownTarget(target: unknown): unknown {
  if (typeof target !== 'string') return target;
  return URL.canParse(target) ? maskedUrl(target) : masked('');
}

function authChanges(before: unknown, after: unknown): readonly FieldChange[] {
  if (!isFields(after) || !isFields(before))
    return of('auth', before, isFields(after) ? after.method : after);
  const secrets = (['token', 'secret'] as const).flatMap((name) => {
    const value = after[name];
    return typeof value === 'string' ? of(`auth.${name}`, before[name], masked(hintOf(value))) : [];
  });
  return [...of('auth.method', before.method, after.method), ...secrets];
}

function headerChanges(before: unknown, after: unknown): readonly FieldChange[] {
  const shown = (list: unknown, show: (value: string) => string): unknown =>
    Array.isArray(list)
      ? Object.fromEntries(
          list
            .map(({ name, value }) => [String(name).toLowerCase(), show(String(value))])
            .sort(([one = ''], [other = '']) => (one < other ? -1 : 1)),
        )
      : list;
  const [present, wanted] = [shown(before, String), shown(after, (value) => masked(hintOf(value)))];
  return of('headers', present, wanted);
}
