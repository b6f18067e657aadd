/**
 * What must be so before a release: one version everywhere, and a section of the changelog with its
 * date. Pure; `release.ts` reads the files and acts.
 */
export interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** Every reason against the release, as sentences; none if it may be made. */
export function faultsOf(
  manifests: readonly Manifest[],
  changelog: string,
  changed: readonly string[],
): readonly string[] {
  const [{ version } = { version: '' }, ...others] = manifests;
  const section = sectionOf(changelog, version);
  return [
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`${version} is no version of a release.`]),
    ...others
      .filter((other) => other.version !== version)
      .map((other) => `${other.name} has version ${other.version}, not ${version}.`),
    ...(section === null
      ? [`CHANGELOG.md needs a section "## ${version}, YYYY-MM-DD" with the day of the release.`]
      : []),
    ...(section === '' ? [`The section of ${version} in CHANGELOG.md says nothing.`] : []),
    ...changed.map((path) => `${path} is not committed.`),
  ];
}

/** The text of a version that has a date; null if there is none. */
export function sectionOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const heading = new RegExp(`^${version.replaceAll('.', '\\.')}, \\d{4}-\\d{2}-\\d{2}\\n`);
  const found = sections.find((section) => heading.test(section));
  return found === undefined ? null : found.replace(heading, '').trim();
}
