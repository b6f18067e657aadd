/**
 * A command that reports a call, ready to run with an API key in `$KEY`. Pure. A test sends what it
 * says to a real service.
 */

/** `base`: of the service, with a trailing slash. */
export function reportCommand(base: string): string {
  return [
    "KEY='…'",
    `curl ${base}v1/calls/my-first-call/reports -H "authorization: Bearer $KEY" \\`,
    `  -H 'content-type: application/json' -d '{"status":"CALLING","direction":"OUTBOUND"}'`,
  ].join('\n');
}
