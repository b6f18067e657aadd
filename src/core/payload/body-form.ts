/**
 * The form of the body of a delivery: the payload version and the key of the display text, as one
 * text that is stored with the delivery, so that a later change of either does not change a body
 * (S4.2). Version 1 is the key alone; of a later one the number stands before it: `2:message`. No
 * content key has a colon.
 */

export const PAYLOAD_VERSIONS = [1, 2] as const;
export type PayloadVersion = (typeof PAYLOAD_VERSIONS)[number];
export const PAYLOAD_VERSION_DEFAULT: PayloadVersion = 1;

export interface BodyForm {
  readonly payloadVersion: PayloadVersion;
  readonly contentKey: string;
}

export function writeForm({ payloadVersion, contentKey }: BodyForm): string {
  return payloadVersion === 1 ? contentKey : `${payloadVersion}:${contentKey}`;
}

export function readForm(form: string): BodyForm {
  return form.startsWith('2:')
    ? { payloadVersion: 2, contentKey: form.slice(2) }
    : { payloadVersion: 1, contentKey: form };
}
