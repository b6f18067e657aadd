/**
 * Which style sheet owns a class. All sheets end in one file, so a name means the same on every
 * page: a page's sheet owns the classes that no shared sheet has, and styles others only within its
 * own.
 */

export interface Sheet {
  /** Below `dashboard/src`: `style/kit.css`, `page/call/call.css`. */
  readonly path: string;
  readonly text: string;
}

/** Classes of a page's sheet, with the folder whose scripts may use them. */
export interface Owned {
  readonly name: string;
  readonly folder: string;
}

/** Classes that two sheets style; empty if no class has two meanings. */
export function classFaults(sheets: readonly Sheet[]): readonly string[] {
  const pages = sheets.filter(isPage);
  const shared = sheets.filter((sheet) => !isPage(sheet));
  const common = new Set(shared.flatMap(({ text }) => classesOf(text)));
  const faults: string[] = [];
  const owners = new Map<string, string>();
  for (const { path, text } of pages) {
    for (const name of new Set(classesOf(text))) {
      if (common.has(name)) continue;
      const other = owners.get(name);
      if (other !== undefined) faults.push(`.${name} is in ${other} and in ${path}`);
      owners.set(name, path);
    }
    for (const selector of selectorsOf(text)) {
      const names = namesIn(selector);
      if (!names.some((name) => !common.has(name))) {
        faults.push(`${path}: ${selector} has no class of its own`);
      }
    }
  }
  const alone = new Map<string, string>();
  for (const { path, text } of shared) {
    for (const name of new Set(selectorsOf(unconditional(text)).flatMap(aloneIn))) {
      const other = alone.get(name);
      if (other !== undefined) faults.push(`.${name} is styled by ${other} and by ${path}`);
      alone.set(name, path);
    }
  }
  return faults;
}

/** The classes that only a page's sheet has. */
export function ownedClasses(sheets: readonly Sheet[]): readonly Owned[] {
  const common = new Set(
    sheets.filter((sheet) => !isPage(sheet)).flatMap(({ text }) => classesOf(text)),
  );
  return sheets
    .filter(isPage)
    .flatMap(({ path, text }) =>
      [...new Set(classesOf(text))]
        .filter((name) => !common.has(name))
        .map((name) => ({ name, folder: path.replace(/[^/]+$/, '') })),
    );
}

export function classesOf(text: string): readonly string[] {
  return selectorsOf(text).flatMap(namesIn);
}

function isPage({ path }: Sheet): boolean {
  return path.startsWith('page/');
}

/** Each selector by itself; conditions of media and steps of animations are no selectors. */
function selectorsOf(text: string): readonly string[] {
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...plain.matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter((head) => !head.startsWith('@') && !/^(?:from|to|[\d.]+%)/.test(head))
    .flatMap((head) => head.split(/,(?![^(]*\))/))
    .map((selector) => selector.trim());
}

/** Without rules for one width or medium: they narrow what another sheet says. */
function unconditional(text: string): string {
  return text.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
}

function namesIn(selector: string): readonly string[] {
  return [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name);
}

/** The class that a selector styles wherever it occurs. */
function aloneIn(selector: string): readonly string[] {
  const found = /^\.([a-zA-Z][\w-]*)$/.exec(selector);
  return found === null ? [] : [found[1] ?? ''];
}
