/**
 * A code that is typed once: of an authenticator app, or a recovery code. Browsers and password
 * managers fill it in by its `autocomplete`.
 */
import { TextInput, type TextInputProps } from '@mantine/core';

export function CodeField(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" {...props} />;
}
