/**
 * The lockfile: every package has a SHA-512 checksum with which npm compares its archive, and none
 * names a registry, so that an installation asks the registry that its machine is set to.
 */
import { lineAt } from '../scan.ts';
import { type Rule, type SourceFile, type Violation, violation } from '../tree.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/;
const HOST = /"[^"\n]*\b(?:https?|git|ssh|file):[^"\n]*"/g;
/** If a project sells a licence, npm copies that address: it fetches nothing from there. */
const FUNDING = /"(?:url|funding)": "https?:/;

export const lockfiles: Rule = (files) =>
  files.filter(({ path }) => /(?:^|\/)package-lock\.json$/.test(path)).flatMap(lockfile);

function lockfile(file: SourceFile): Violation[] {
  return [...unchecked(file), ...hosts(file)];
}

function unchecked({ path, text }: SourceFile): Violation[] {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(text);
  return Object.entries(packages)
    .filter(([place, locked]) => place.includes('node_modules/') && locked.link !== true)
    .filter(([, { integrity }]) => !SHA_512.test(integrity ?? ''))
    .map(([place]) => violation(path, lineOf(text, place), `${place} has no SHA-512 integrity`));
}

function hosts({ path, text }: SourceFile): Violation[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.match(HOST) !== null && !FUNDING.test(line))
    .map(({ line, number }) => violation(path, number, `names an address: ${line.trim()}`));
}

function lineOf(text: string, place: string): number {
  return lineAt(text, Math.max(0, text.indexOf(`"${place}"`)));
}
