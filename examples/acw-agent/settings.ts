/**
 * What the agent is told by its environment. All faults are told at once, each with what to do,
 * and the agent does not start with one.
 */

export interface Settings {
  /** Of the service, without a slash at the end. */
  readonly url: string;
  readonly apiKey: string;
  /** `prj_...`: launches are signed with the keys of this project. */
  readonly project: string | null;
  /** The Bearer token of the endpoint. With a project too, both must be right. */
  readonly token: string | null;
  readonly host: string;
  readonly port: number;
  /** A call log may never come: the agent stops asking after so many tries, or so long. */
  readonly callLogTries: number;
  readonly callLogSeconds: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function readSettings(env: Environment): Settings | { readonly faults: readonly string[] } {
  const faults: string[] = [];
  const url = (env.RINGPOST_URL ?? '').replace(/\/+$/, '');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    faults.push('Set RINGPOST_URL to the address of the service, such as http://127.0.0.1:8080.');
  }
  const apiKey = env.RINGPOST_API_KEY ?? '';
  if (apiKey === '') {
    faults.push('Set RINGPOST_API_KEY to a key with call-logs:read and acw-results:write.');
  }
  const project = env.RINGPOST_PROJECT || null;
  const token = env.RINGPOST_TOKEN || null;
  if (project === null && token === null) {
    faults.push('Set RINGPOST_PROJECT (signed launches), RINGPOST_TOKEN (Bearer) or both.');
  }
  const number = (name: string, preset: number, max: number): number => {
    const value = Number(env[name] || preset);
    if (Number.isInteger(value) && value >= 0 && value <= max) return value;
    faults.push(`Set ${name} to a whole number from 0 to ${max}.`);
    return preset;
  };
  const port = number('PORT', 9_100, 65_535);
  const callLogTries = number('CALL_LOG_TRIES', 60, 1_000);
  // Below the deadline of a run, 15 minutes unless the endpoint says otherwise.
  const callLogSeconds = number('CALL_LOG_SECONDS', 600, 86_400);
  const host = env.HOST || '127.0.0.1';
  if (faults.length > 0) return { faults };
  return { url, apiKey, project, token, host, port, callLogTries, callLogSeconds };
}
