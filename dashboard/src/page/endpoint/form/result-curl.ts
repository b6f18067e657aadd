/**
 * The request by which a self-provided agent posts its result, for a shell. Pure. Values are
 * quoted, so that none is read as a command.
 */

export interface ResultCurlParts {
  /** The address of the service, with a trailing slash. */
  readonly base: string;
  /** Null: no key was made here; a variable stands for it. */
  readonly token: string | null;
  /** Null: not registered yet; the header of the launch has it. */
  readonly agentId: string | null;
  /** A run that waits for its result; null: none does, and the launch has its ids. */
  readonly run: { readonly callId: string; readonly acwRunId: string } | null;
}

export function resultCurl({ base, token, agentId, run }: ResultCurlParts): string {
  const body = JSON.stringify({
    callId: run?.callId ?? 'CALL_ID',
    acwAgentId: agentId ?? 'ACW_AGENT_ID',
    acwRunId: run?.acwRunId ?? 'ACW_RUN_ID',
    isError: false,
    result: { note: 'anything your agent found' },
  });
  return [
    `curl -X POST ${quoted(`${base}v1/acw-results`)}`,
    `  -H "authorization: Bearer ${token ?? '$RINGPOST_RESULT_KEY'}"`,
    `  -H 'content-type: application/json'`,
    `  -d ${quoted(body)}`,
  ].join(' \\\n');
}

/** Quotes for a shell: within single quotes only the closing quote is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
