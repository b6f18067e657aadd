/**
 * The e-mail of one's own account, where one comes in: browsers and password managers fill it in
 * as the name that belongs to the password.
 */
import { TextInput, type TextInputProps } from '@mantine/core';

export function EmailField(props: TextInputProps) {
  return <TextInput type="email" autoComplete="username" {...props} />;
}
