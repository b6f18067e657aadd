/**
 * What a bundle is called, and what of a call log it leaves out. Pure. Must never let through what
 * opens a recording to whoever gets the file.
 */
import type { CallLogFields } from '../../../../../src/http/schema/call-log.ts';

/** An id may hold what no file system takes. */
export function bundleName(callId: string): string {
  return `call-${callId.replaceAll(/[^\w.-]+/g, '_').slice(0, 80)}.json`;
}

/** Addresses of recordings are often signed by what follows the question mark. */
export function withoutSigns(log: CallLogFields): CallLogFields {
  const { recordingUrl } = log;
  if (recordingUrl === undefined) return log;
  const plain = recordingUrl.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  return { ...log, recordingUrl: plain.replace(/[?#].*$/s, '') };
}
