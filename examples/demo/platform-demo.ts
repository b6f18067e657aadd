/**
 * `npm run demo -- --platform NAME`: plays what one platform sends about some calls through its
 * real adapter: requests signed by the platform's own rule, over HTTP, to a service of its own. It
 * prints what each request became, then what became of the calls, and ends with 1 if a request
 * became something else than its script says.
 */
import type { Api, SourceRequest } from './api.ts';
import type { Journal } from './journal.ts';
import { PLAYS } from './platforms/plays.ts';
import type { Play, PlayStep, Sent } from './platforms/script.ts';

/** What the platform was given; a proxy would bring its requests to the service. */
const GIVEN_URL = 'https://calls.example.com/callbacks';
const REQUEST_MS_MAX = 10_000;
const CALLS_MAX = 100;

export function listPlatforms(journal: Journal): void {
  journal.line('The demo can play these platforms:');
  for (const name of PLAYS.keys()) journal.line(name, 2);
}

/** Null: the demo has no such platform, which is said. */
export function playNamed(name: string, journal: Journal): Play | null {
  const play = PLAYS.get(name);
  if (play !== undefined) return play;
  journal.line(`The demo has no platform "${name}".`);
  listPlatforms(journal);
  return null;
}

interface Stage {
  readonly api: Api;
  readonly journal: Journal;
  readonly signal: AbortSignal;
  readonly serviceUrl: string;
}

/** Whether each request became what the script says. */
export async function playPlatform(stage: Stage, name: string, play: Play): Promise<boolean> {
  const { api, journal, serviceUrl } = stage;
  const source = await api.createSource({
    name: `demo ${name}`,
    adapter: name,
    secret: play.secret,
    publicUrl: GIVEN_URL,
    settings: play.settings,
  });
  const postUrl = `${serviceUrl}/v1/ingest/${name}/${source.id}`;
  journal.title(`What ${name} sends, and what it becomes`);
  journal.line(`The platform signs for ${GIVEN_URL} and posts to ${postUrl}`);
  journal.line('');
  let wrong = 0;
  for (const step of [...play.steps, play.forged]) {
    const answered = await post(stage, postUrl, step);
    const [noted] = await api.sourceRequests(source.id);
    const isForged = step === play.forged;
    const ok = isForged ? answered >= 400 : answered < 300 && isAsSaid(step, noted);
    if (!ok) wrong += 1;
    const what = isForged ? `${step.name}, signed with another secret` : step.name;
    journal.row({
      key: step.name,
      atMs: Date.now(),
      steps: [1, 6],
      lines: [`${what}: answered ${answered}`, `  ${wordsOf(noted)}`],
      tone: ok ? 'good' : 'bad',
    });
  }
  await showCalls(stage);
  const verdict = wrong === 0 ? 'each became what its document says' : `${wrong} went wrong`;
  journal.title(`Verdict: ${play.steps.length + 1} requests, ${verdict}`);
  return wrong === 0;
}

async function post({ signal }: Stage, url: string, step: PlayStep): Promise<number> {
  signal.throwIfAborted();
  const sent = step.send({ atMs: Date.now(), publicUrl: GIVEN_URL });
  const search = new URLSearchParams(sent.query).toString();
  const address = search === '' ? url : `${url}?${search}`;
  const response = await fetch(address, {
    ...requestOf(sent),
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  await response.body?.cancel();
  return response.status;
}

function requestOf({ method, headers, contentType, body }: Sent) {
  if (method === 'GET') return { method, headers };
  return { method: 'POST', headers: { ...headers, 'content-type': contentType }, body };
}

/** A status may differ by what was known of the call; nothing must stay nothing. */
function isAsSaid({ becomes }: PlayStep, noted: SourceRequest | undefined): boolean {
  if (noted === undefined || noted.outcome === 'refused') return false;
  return (becomes === 'ignored') === (noted.outcome === 'ignored');
}

function wordsOf(noted: SourceRequest | undefined): string {
  if (noted === undefined) return 'nothing';
  const { outcome, became, unmapped } = noted;
  const words = [...became, ...unmapped.map((value) => `not mapped: ${value}`)].join('; ');
  return outcome === 'taken' ? words : `${outcome}: ${words}`;
}

async function showCalls({ api, journal }: Stage): Promise<void> {
  const callIds = await api.callIds(CALLS_MAX);
  journal.title(`What became of its ${callIds.length} calls`);
  for (const callId of callIds) {
    const { status, callLog, timeline } = await api.call(callId);
    const fired = timeline.firings.map(({ trigger }) => trigger).join(', ');
    const log = callLog.state === 'PRESENT' ? ', with a call log' : '';
    journal.line(`${callId}: ${status ?? 'no status'}${log}`, 2);
    journal.line(`fired ${fired === '' ? 'nothing' : fired}`, 4);
  }
}
