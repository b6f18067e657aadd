/**
 * The fields of signing in: code, e-mail, password. Browsers and password managers know them by
 * their `autocomplete`.
 */
import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';

/**
 * A code that is typed once: of an authenticator app, or a recovery code. Browsers and password
 * managers fill it in by its `autocomplete`.
 */
export function CodeField(props: TextInputProps) {
  return <TextInput autoComplete="one-time-code" {...props} />;
}

/**
 * The e-mail of one's own account, where one comes in: browsers and password managers fill it in
 * as the name that belongs to the password.
 */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" autoComplete="username" {...props} />;
}

/**
 * A password that is typed. The library's field does not say to who does not see it that its value
 * is at fault, and so the form could not lead there either; this one does.
 */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={Boolean(props.error)} />;
}
