/**
 * Normalises and checks what persons enter about themselves, and reports every broken rule at once.
 * Must never put a password in a message.
 */

import { type FieldError, ServiceError } from '../../core/error/service-error.ts';
import { emailFault, normalEmail } from '../../core/person/email.ts';
import { normalPassword, passwordFault } from '../../core/person/password-rules.ts';
import { lineFault } from '../../core/text.ts';

const NAME_BOUNDS = { min: 1, max: 120 } as const;
/** BCP 47 as far as pages need it: `ja`, `pt-BR`, `zh-Hant`. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/;

export interface PersonInput {
  readonly email?: string;
  readonly name?: string;
  readonly password?: string;
  readonly language?: string | null;
}

/**
 * Returns the normalised input, or throws INVALID_INPUT. `fields` maps input names to other names
 * in messages.
 */
export function checkedPerson<Input extends PersonInput>(
  input: Input,
  known: { readonly email?: string; readonly passwordField?: string } = {},
): Input {
  const email = input.email === undefined ? undefined : normalEmail(input.email);
  const password = input.password === undefined ? undefined : normalPassword(input.password);
  const { name, language } = input;
  const faults: readonly (readonly [field: string, fault: string | null])[] = [
    ['/email', email === undefined ? null : emailFault(email)],
    ['/name', name === undefined ? null : lineFault(name, NAME_BOUNDS)],
    ['/language', languageFault(language ?? null)],
    [
      known.passwordField ?? '/password',
      password === undefined ? null : passwordFault(password, email ?? known.email ?? ''),
    ],
  ];
  const fields: readonly FieldError[] = faults.flatMap(([field, message]) =>
    message === null ? [] : [{ field, message }],
  );
  if (fields.length > 0) {
    throw new ServiceError('INVALID_INPUT', fields[0]?.message ?? '', { fields });
  }
  return {
    ...input,
    ...(email === undefined ? {} : { email }),
    ...(password === undefined ? {} : { password }),
  };
}

function languageFault(language: string | null): string | null {
  if (language === null || LANGUAGE.test(language)) return null;
  return 'Name a language as in BCP 47, such as en or ja.';
}
