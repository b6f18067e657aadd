/**
 * Asks for an API key and tries it before it is accepted, so that a wrong key is said here and
 * not by an empty page behind it.
 */
import { Alert, Button, Checkbox, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { ApiFailure, apiFor } from './api.ts';
import { keyProblem } from './session.ts';

export function SignIn({
  notice,
  onSignIn,
}: {
  readonly notice: string | null;
  readonly onSignIn: (key: string, remember: boolean) => void;
}) {
  const [key, setKey] = useState('');
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const found = keyProblem(key) ?? (await refusal(key.trim()));
    setBusy(false);
    setProblem(found);
    if (found === null) onSignIn(key.trim(), remember);
    else field.current?.focus();
  };

  return (
    <form className="sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        <div>
          <Title order={1} size="h2">
            Sign in
          </Title>
          <Text c="dimmed" size="sm">
            With an API key. The first start printed one.
          </Text>
        </div>
        {notice !== null && (
          <Alert color="yellow" variant="light" role="status">
            {notice}
          </Alert>
        )}
        <PasswordInput
          ref={field}
          label="API key"
          placeholder="rp_…"
          autoComplete="current-password"
          spellCheck={false}
          description={
            <>
              It needs the scopes <code>endpoints:read</code>, <code>deliveries:read</code> and{' '}
              <code>calls:read</code>; retrying also needs <code>deliveries:write</code>.
            </>
          }
          value={key}
          error={problem}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <Checkbox
          label="Remember until this tab is closed"
          description="Otherwise the key is gone when the page is reloaded."
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        <Button type="submit" loading={busy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}

/** Why the service does not take the key; null when it does. */
async function refusal(key: string): Promise<string | null> {
  try {
    await apiFor(key, document.baseURI).endpoints();
    return null;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    if (error.status === 401) return 'The service does not know this key.';
    if (error.status === 403) return 'This key may not read endpoints.';
    return error.message;
  }
}
