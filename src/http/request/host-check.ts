/**
 * Which names a request may call us by. A page elsewhere can point a name of its own at this
 * machine and then talk to us as its own site (DNS rebinding): it needs a name for that, so
 * addresses are always good. Must run before routes and keys, for metrics and streams too. Source:
 * S14.6.
 */
import { isIP } from 'node:net';
import { ServiceError } from '../../core/error/service-error.ts';

export interface HostNames {
  /** The setting; null: not set. */
  readonly publicUrl: string | null;
  /** `RINGPOST_ALLOWED_HOSTS`: names without a port. */
  readonly allowedHosts: readonly string[];
  /** The machine's own name; it counts while there is no public URL. */
  readonly machineName: string;
}

/** Null: go on. */
export type HostCheck = (host: string | undefined) => ServiceError | null;

/** A name or an address, and a port: what stands in a Host, and nothing that URLs allow besides. */
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::\d{1,5})?$/;

export function createHostCheck({ publicUrl, allowedHosts, machineName }: HostNames): HostCheck {
  const own = publicUrl === null ? machineName : new URL(publicUrl).hostname;
  const names = new Set(['localhost', own, ...allowedHosts].map(plain));
  return (host) => {
    // HTTP/1.0 names none: no browser speaks it, and checks of balancers do.
    if (host === undefined || isOurs(host, names)) return null;
    return new ServiceError(
      'MISDIRECTED_REQUEST',
      'This service does not answer to the name in Host. If the name is yours, add it to ' +
        'RINGPOST_ALLOWED_HOSTS, or set RINGPOST_PUBLIC_URL; addresses and localhost always work.',
    );
  };
}

function isOurs(host: string, names: ReadonlySet<string>): boolean {
  const match = HOST.exec(host);
  if (match === null) return false;
  const [, address = '', name = ''] = match;
  return isIP(address) === 6 || isIP(name) === 4 || names.has(plain(name));
}

/** One dot at the end makes no other name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
