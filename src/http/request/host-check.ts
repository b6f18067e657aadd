/**
 * Which host names a request may use. A page elsewhere can point its own name at this machine and
 * then talk to this service as its own site (DNS rebinding). It needs a name for that, so addresses
 * are always allowed. Must run before routes and keys, also for metrics and streams. Source: S14.6.
 */
import { isIP } from 'node:net';
import { ServiceError } from '../../core/error/service-error.ts';

export interface HostNames {
  /** The setting; null: not set. */
  readonly publicUrl: string | null;
  /** `RINGPOST_ALLOWED_HOSTS`: names without a port. */
  readonly allowedHosts: readonly string[];
  /** The machine's own name; allowed while there is no public URL. */
  readonly machineName: string;
}

/** Returns null if the request may go on. */
export type HostCheck = (host: string | undefined) => ServiceError | null;

/** A name or an address, and a port; no other form that URLs allow. */
const HOST = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::\d{1,5})?$/;

export function createHostCheck({ publicUrl, allowedHosts, machineName }: HostNames): HostCheck {
  const own = publicUrl === null ? machineName : new URL(publicUrl).hostname;
  const names = new Set(['localhost', own, ...allowedHosts].map(plain));
  return (host) => {
    // HTTP/1.0 may omit the header: no browser speaks it, but health checks of load balancers do.
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

/** A name with a dot at the end is the same name. */
function plain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
