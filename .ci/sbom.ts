/**
 * The bill of materials: every package of package-lock.json as CycloneDX 1.6, on stdout. It is made
 * of the lockfile alone, so that the same commit gives the same bytes; it asks no registry.
 * `node .ci/sbom.ts > sbom.cdx.json`
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface Locked {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, Locked>>;
}

type Packages = ReadonlyMap<string, Locked>;

const FOLDER = 'node_modules/';
/** Its packages are built into the pages: they count as shipped, and those that build it too. */
const PAGES = 'dashboard';

export function billOfMaterials(lockfile: Lockfile): object {
  const packages: Packages = new Map(Object.entries(lockfile.packages));
  const places = [...packages.keys()].filter((place) => place !== '' && !isLink(packages, place));
  const shipped = reachable(packages, ['', PAGES, 'receiver', 'receiver/client']);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...identity(packages, ''), type: 'application' } },
    components: places.map((place) => ({
      ...identity(packages, place),
      type: 'library',
      scope: shipped.has(place) ? 'required' : 'excluded',
    })),
    dependencies: ['', ...places].map((place) => ({
      ref: reference(packages, place),
      dependsOn: uses(packages, place, true).map((used) => reference(packages, used)),
    })),
  };
}

function identity(packages: Packages, place: string): object {
  const { integrity, license } = lockedAt(packages, place);
  const [group, name] = nameParts(nameOf(packages, place));
  return {
    'bom-ref': reference(packages, place),
    ...(group === null ? {} : { group }),
    name,
    version: lockedAt(packages, place).version,
    purl: purl(packages, place),
    ...(license === undefined ? {} : { licenses: [licence(license)] }),
    ...(integrity === undefined ? {} : { hashes: [hash(integrity)] }),
  };
}

/** One name and version can lie at several places; a reference must be unique. */
function reference(packages: Packages, place: string): string {
  return `${purl(packages, place)}${place === '' ? '' : `#${place}`}`;
}

function purl(packages: Packages, place: string): string {
  const name = nameOf(packages, place).replace('@', '%40');
  return `pkg:npm/${name}@${lockedAt(packages, place).version}`;
}

function nameOf(packages: Packages, place: string): string {
  return lockedAt(packages, place).name ?? place.slice(place.lastIndexOf(FOLDER) + FOLDER.length);
}

function nameParts(name: string): [string | null, string] {
  const slash = name.indexOf('/');
  return slash === -1 ? [null, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function licence(text: string): object {
  return / (?:OR|AND|WITH) /.test(text) ? { expression: text } : { license: { id: text } };
}

function hash(integrity: string): object {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return {
    alg: algorithm.replace('sha', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}

/** What the service, its pages, the receiver package and the client need when they run. */
function reachable(packages: Packages, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set(roots);
  // A set that grows while it is walked: each place is walked once.
  for (const place of found) {
    for (const used of uses(packages, place, place === PAGES)) found.add(used);
  }
  return found;
}

/** The places that a package's names lead to, as Node looks them up: from the inside out. */
function uses(packages: Packages, place: string, withTools: boolean): string[] {
  const locked = lockedAt(packages, place);
  const names = Object.keys({
    ...locked.dependencies,
    ...locked.optionalDependencies,
    ...locked.peerDependencies,
    ...(withTools ? locked.devDependencies : {}),
  });
  const found = names.map((name) => lookUp(packages, place, name));
  return [...new Set(found.filter((used) => used !== null))].sort();
}

/** Null: an optional package of another platform, which the lockfile does not hold. */
function lookUp(packages: Packages, from: string, name: string): string | null {
  for (let inside = from; ; inside = outside(inside)) {
    const place = `${inside === '' ? '' : `${inside}/`}${FOLDER}${name}`;
    const locked = packages.get(place);
    if (locked !== undefined) return locked.link === true ? (locked.resolved ?? null) : place;
    if (inside === '') return null;
  }
}

function outside(place: string): string {
  const end = place.lastIndexOf(`/${FOLDER}`);
  return end === -1 ? '' : place.slice(0, end);
}

function isLink(packages: Packages, place: string): boolean {
  return lockedAt(packages, place).link === true;
}

function lockedAt(packages: Packages, place: string): Locked {
  const locked = packages.get(place);
  if (locked === undefined) throw new Error(`the lockfile has no package at ${place}`);
  return locked;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lockfile = JSON.parse(
    readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
  );
  process.stdout.write(`${JSON.stringify(billOfMaterials(lockfile), null, 2)}\n`);
}
