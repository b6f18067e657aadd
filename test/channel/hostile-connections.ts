/** Receivers with a hostile connection: TCP and TLS, from accepting to reading. */
import type { Socket } from 'node:net';
import { TLSSocket, type TlsOptions } from 'node:tls';
import { type CertificateName, readPem } from './certificates/read.ts';
import { BOTH, drip, finish, type HostileCase, reset, silent } from './hostile-case.ts';
import { OK } from './raw-receiver.ts';

type Row = Pick<HostileCase, 'what' | 'act' | 'shown'> & Partial<HostileCase>;

const retried = (row: Row): HostileCase => ({
  outcome: 'retryable',
  end: 'at once',
  over: ['https'],
  ...row,
});

const answer = (socket: { write(text: string): unknown }) => socket.write(OK);
const pem = readPem('receiver');
const GOOD = { cert: pem, key: pem };
/** A body larger than any kernel buffer. */
const HUGE = 32 * 1_024 * 1_024;
/** A TLS record that is encrypted with no agreed key. */
const FORGED_RECORD = Buffer.from(`1703030020${'ab'.repeat(32)}`, 'hex');
const HANDSHAKE_FAILURE = Buffer.from('15030300020228', 'hex');

const TCP: readonly Row[] = [
  {
    what: 'resets when it accepts',
    shown: 'reset',
    over: BOTH,
    act: { on: 'connection', run: reset },
  },
  {
    what: 'closes when it accepts',
    shown: 'reset',
    over: BOTH,
    act: { on: 'connection', run: (socket) => socket.destroy() },
  },
  {
    what: 'never reads',
    shown: 'timeout',
    end: 'deadline',
    requestBytes: HUGE,
    over: BOTH,
    act: { on: 'secured', run: (socket) => socket.pause() },
  },
  {
    what: 'resets within the request',
    shown: 'reset',
    requestBytes: HUGE,
    over: BOTH,
    act: { on: 'secured', run: (socket, raw) => socket.once('data', () => raw.resetAndDestroy()) },
  },
];

const SHAKEN: readonly Row[] = [
  {
    what: 'accepts and never begins TLS',
    shown: 'connect-timeout',
    end: 'connect time',
    act: { on: 'connection', run: silent },
  },
  {
    what: 'stops after the first message of TLS',
    shown: 'connect-timeout',
    end: 'connect time',
    act: { on: 'connection', run: (socket) => socket.resume() },
  },
  {
    what: 'shakes hands a byte at a time',
    shown: 'connect-timeout',
    end: 'connect time',
    act: {
      on: 'connection',
      run: (socket) => drip(socket, Buffer.from('16030340000200400003', 'hex')),
    },
  },
  {
    what: 'resets after the first message of TLS',
    shown: 'reset',
    act: {
      on: 'connection',
      run: (socket, raw) => socket.once('data', () => raw.resetAndDestroy()),
    },
  },
  {
    what: 'closes after the first message of TLS',
    shown: 'reset',
    act: { on: 'connection', run: (socket) => socket.once('data', () => finish(socket)) },
  },
  {
    what: 'resets when TLS has come about',
    shown: 'reset',
    act: { on: 'secured', run: reset },
  },
  {
    what: 'refuses TLS with an alert',
    shown: 'tls',
    act: { on: 'connection', run: (socket) => socket.write(HANDSHAKE_FAILURE) },
  },
  {
    what: 'answers TLS with bytes that are none',
    shown: 'tls',
    act: { on: 'connection', run: (socket) => socket.write('\x00\x01\x02'.repeat(100)) },
  },
  {
    what: 'answers TLS in plain HTTP',
    shown: 'tls',
    act: { on: 'connection', run: answer },
  },
  {
    what: 'sends bytes that are no TLS in the middle of it',
    shown: 'tls',
    act: {
      on: 'secured',
      run: (socket, raw) => socket.once('data', () => raw.write(FORGED_RECORD)),
    },
  },
];

const serving = (name: CertificateName): TlsOptions => ({
  cert: readPem(name),
  key: readPem(name),
});
const refused = (what: string, terms: TlsOptions, changes: Partial<Row> = {}): Row => ({
  what,
  shown: 'tls',
  act: { on: 'handshake', terms, run: (socket) => socket.on('data', () => answer(socket)) },
  ...changes,
});
const only = (version: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3'): TlsOptions => ({
  ...GOOD,
  minVersion: version,
  maxVersion: version,
  ciphers: 'DEFAULT@SECLEVEL=0',
});

const TERMS: readonly Row[] = [
  refused('has a certificate that signed itself', serving('self-signed')),
  refused('has a certificate that has expired', serving('expired')),
  refused('has a certificate for another name', serving('other-host')),
  refused('has no certificate', { ciphers: 'aNULL@SECLEVEL=0', maxVersion: 'TLSv1.2' }),
  refused('speaks TLS 1.0 only', only('TLSv1')),
  refused('speaks TLS 1.1 only', only('TLSv1.1')),
  refused('insists on HTTP/2 (ALPN)', { ...GOOD, ALPNProtocols: ['h2'] }),
  refused('demands a certificate of ours (TLS 1.2)', {
    ...only('TLSv1.2'),
    requestCert: true,
    rejectUnauthorized: true,
    ca: readPem('ca'),
  }),
  refused('demands a certificate of ours (TLS 1.3)', {
    ...only('TLSv1.3'),
    requestCert: true,
    rejectUnauthorized: true,
    ca: readPem('ca'),
  }),
  refused(
    'asks for a certificate of ours, and does without',
    { ...GOOD, requestCert: true, rejectUnauthorized: false },
    { outcome: 'delivered', shown: 200, kept: true },
  ),
  {
    what: 'negotiates TLS 1.2 anew, again and again',
    shown: 'tls',
    act: { on: 'handshake', terms: only('TLSv1.2'), run: renegotiate },
  },
];

function renegotiate(socket: Socket): void {
  const again = (): void => {
    if (socket instanceof TLSSocket) socket.renegotiate({}, again);
  };
  socket.once('data', again);
}

export const CONNECTIONS: readonly HostileCase[] = [...TCP, ...SHAKEN, ...TERMS].map(retried);
