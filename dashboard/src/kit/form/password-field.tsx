/**
 * A password that is typed. The library's field does not say to who does not see it that its value
 * is at fault, and so the form could not lead there either; this one does.
 */
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput {...props} aria-invalid={Boolean(props.error)} />;
}
