/**
 * The passphrase of an export: from RINGPOST_EXPORT_PASSPHRASE, from a file, or typed at a
 * terminal; never from the command line, which other users of the machine can read. The box that
 * seals with it is the one of the master key, with a key that scrypt makes of the passphrase.
 */
import { randomBytes, scrypt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Settings } from '../../config/settings.ts';
import type { Secrets } from '../../engine/ports/secrets.ts';
import { createSecretBox, MASTER_KEY_BYTES } from '../../system/secret-box.ts';
import type { Asked } from '../asked.ts';

/** How scrypt makes the key; stored in the header of the file. */
export interface KeyMaking {
  readonly name: 'scrypt';
  readonly cost: number;
  readonly blockSize: number;
  readonly parallel: number;
  /** Base64url. */
  readonly salt: string;
}

/** 128 MiB and some tenths of a second for each guess. */
const COST = 131_072;
const BLOCK_SIZE = 8;
const SALT_BYTES = 16;
/** A file may not ask for more memory than this; `cost * blockSize * 128` bytes. */
const MEMORY_BYTES_MAX = 512 * 1_024 * 1_024;

export const PASSPHRASE_CHARACTERS_MIN = 12;

export function newKeyMaking(): KeyMaking {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  return { name: 'scrypt', cost: COST, blockSize: BLOCK_SIZE, parallel: 1, salt };
}

export async function passphraseBox(passphrase: string, making: KeyMaking): Promise<Secrets> {
  const { cost, blockSize, parallel } = making;
  if (making.name !== 'scrypt' || cost * blockSize * 128 > MEMORY_BYTES_MAX || parallel > 16) {
    throw new Error('The file asks for a way to make its key that this version does not know.');
  }
  const options = { N: cost, r: blockSize, p: parallel, maxmem: 2 * MEMORY_BYTES_MAX };
  const salt = Buffer.from(making.salt, 'base64url');
  const key = await new Promise<Buffer>((done, failed) => {
    scrypt(passphrase.normalize('NFC'), salt, MASTER_KEY_BYTES, options, (error, made) =>
      error === null ? done(made) : failed(error),
    );
  });
  return createSecretBox(key);
}

/** `isNew`: it is asked for twice, and a short one is refused. */
export async function readPassphrase(
  { exportPassphrase }: Pick<Settings, 'exportPassphrase'>,
  { flags }: Asked,
  isNew: boolean,
): Promise<string> {
  const { passphraseFile: file } = flags;
  const passphrase =
    typeof file === 'string'
      ? readFileSync(file, 'utf8').replace(/\r?\n$/, '')
      : (exportPassphrase ?? (await typed(isNew)));
  if (isNew && passphrase.length < PASSPHRASE_CHARACTERS_MIN) {
    throw new Error(
      `The passphrase needs ${PASSPHRASE_CHARACTERS_MIN} characters or more. Make one with: ` +
        'openssl rand -base64 24',
    );
  }
  return passphrase;
}

async function typed(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new Error(
      'An export needs a passphrase for its secrets. Set RINGPOST_EXPORT_PASSPHRASE, or give a ' +
        'file with --passphrase-file.',
    );
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ask = async (question: string): Promise<string> => {
    process.stderr.write(question);
    const answer = await reader.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const passphrase = await ask('Passphrase of the export: ');
    if (isNew && passphrase !== (await ask('Once more: '))) {
      throw new Error('The two passphrases differ.');
    }
    return passphrase;
  } finally {
    reader.close();
  }
}
