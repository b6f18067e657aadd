/**
 * The checks of `ringpost doctor` for the local inbox: whether a start would open it, whether its
 * port is free, and where mail goes while no mail server is configured. It releases the port again.
 */
import { type InboxSettings, plannedInbox } from '../compose/open-inbox.ts';
import type { Settings } from '../config/settings.ts';
import type { Check } from './check.ts';

/** Returns null if the port is free, else why it cannot be used. */
type PortTrial = (host: string, port: number) => Promise<string | null>;

export async function checkInbox(
  settings: InboxSettings & Pick<Settings, 'smtpUrl'>,
  tryPort: PortTrial,
): Promise<readonly Check[]> {
  const planned = plannedInbox(settings);
  if ('off' in planned) {
    return [{ good: true, text: `no local inbox: ${planned.off}` }, ...mailOf(settings, 'nowhere')];
  }
  const { port, must } = planned;
  const why = port === 0 ? null : await tryPort('127.0.0.1', port);
  if (why !== null) {
    const text = `no local inbox: port ${port} ${why}; choose another with RINGPOST_INBOX_PORT`;
    return [{ good: !must, text }, ...mailOf(settings, 'nowhere')];
  }
  const where = port === 0 ? 'a free port' : `port ${port}`;
  return [
    { good: true, text: `local inbox on ${where} of 127.0.0.1` },
    ...mailOf(settings, 'inbox'),
  ];
}

function mailOf({ smtpUrl }: Pick<Settings, 'smtpUrl'>, goes: 'inbox' | 'nowhere'): Check[] {
  if (smtpUrl !== null) return [];
  const to = goes === 'inbox' ? 'goes to the local inbox only' : 'cannot be sent';
  return [{ good: true, text: `mail ${to}: RINGPOST_SMTP_URL names no server` }];
}
