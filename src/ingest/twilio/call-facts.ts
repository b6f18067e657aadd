/**
 * Step 1 for the Twilio family, what a callback knows of the call besides its status (S2.24): both
 * numbers, how long it took, and the address of a recording. A value counts only in a form that
 * cannot be cut in another way (S2.16); any other is left out, since a fact decides nothing.
 */
import type { IngestFacts } from '../../engine/ports/ingest-adapter.ts';
import type { FormFields } from '../form.ts';

/** Digits alone: what stands behind them in the signed text begins with a letter. */
const NUMBER = /^\+?\d{3,20}$/;
const SECONDS = /^\d{1,7}$/;
/** It ends with the id of the recording, whose length is fixed: Twilio's, or a UUID. */
const RECORDING = new RegExp(
  String.raw`^https://[\w.-]+/(?:[\w.-]+/)*(RE[0-9a-f]{32}|` +
    String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.(?:mp3|wav))?$`,
);

export function factsOf(fields: FormFields): IngestFacts {
  const [from, to] = [single(fields, 'From'), single(fields, 'To')];
  const seconds = single(fields, 'CallDuration');
  const recording = recordingOf(fields);
  return {
    ...(from !== null && NUMBER.test(from) && { from }),
    ...(to !== null && NUMBER.test(to) && { to }),
    ...(seconds !== null && SECONDS.test(seconds) && { durationMs: Number(seconds) * 1_000 }),
    ...(recording !== null && { recordingUrl: recording.url }),
  };
}

/** Null: there is none, or its address is of another form. */
export function recordingOf(
  fields: FormFields,
): { readonly url: string; readonly sid: string } | null {
  const url = single(fields, 'RecordingUrl');
  const sid = url === null ? undefined : RECORDING.exec(url)?.[1];
  return url === null || sid === undefined ? null : { url, sid };
}

/** Null if it is missing, empty, or given twice. */
function single(fields: FormFields, name: string): string | null {
  const values = fields.get(name);
  return values?.length === 1 ? values[0] || null : null;
}
