/**
 * An authenticator for tests, written from WebAuthn apart from the library that judges it: ES256
 * keys by node:crypto, the few forms of CBOR that it needs, and a counter. A test can give a wrong
 * origin or host name in place of the browser's.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Answer } from '../setup.ts';

export interface Ceremony {
  readonly origin: string;
  readonly rpId: string;
  /** Whether the authenticator verified the person; by default true. */
  readonly verified?: boolean;
  /** The counter; by default one more than before. */
  readonly signCount?: number;
}

export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  let handle: string | null = null;

  const dataOf = ({ rpId, verified = true, signCount }: Ceremony, isNew: boolean): Buffer => {
    counter = signCount ?? counter + 1;
    const flags = 1 | (verified ? 4 : 0) | (isNew ? 64 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  };
  const clientOf = (type: string, challenge: unknown, { origin }: Ceremony): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id: id.toString('base64url'),

    /** `asked`: the service's answer with the options of the challenge. */
    make(asked: Answer, ceremony: Ceremony) {
      handle = String(asked.at('/user/id'));
      const key = map([
        [uint(1), uint(2)],
        [uint(3), negative(7)],
        [negative(1), uint(1)],
        [negative(2), bytes(Buffer.from(x, 'base64url'))],
        [negative(3), bytes(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const head = dataOf(ceremony, true);
      const data = Buffer.concat([head, Buffer.alloc(16), length, id, key]);
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientOf('webauthn.create', asked.at('/challenge'), ceremony).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },

    show(challenge: unknown, ceremony: Ceremony) {
      const client = clientOf('webauthn.get', challenge, ceremony);
      const data = dataOf(ceremony, false);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: id.toString('base64url'),
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: handle,
      };
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

/** The head of a CBOR item (RFC 8949): the major type in three bits, then a number. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  return Buffer.of((major << 5) | 25, value >> 8, value & 255);
}

const uint = (value: number): Buffer => head(0, value);
/** `value`: the negative number without its sign. */
const negative = (value: number): Buffer => head(1, value - 1);
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
