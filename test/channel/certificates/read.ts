/** The test certificates; see the README beside this file. */
import { readFileSync } from 'node:fs';

export type CertificateName = 'ca' | 'receiver' | 'other-host' | 'expired' | 'self-signed';

export function readPem(name: CertificateName): string {
  return readFileSync(new URL(`./${name}.pem`, import.meta.url), 'utf8');
}
