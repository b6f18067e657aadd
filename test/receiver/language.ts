/**
 * The packages in languages other than TypeScript: how each is built, run over all vectors, and
 * started as its example server. `{work}` is a folder of the run, `{package}` the package's own.
 */

export interface Language {
  readonly name: string;
  /** The package's folder in `receiver/`. */
  readonly folder: string;
  /** Each must exit with 0, else the toolchain is missing; the first one prints the version. */
  readonly probes: readonly (readonly string[])[];
  /** Printed before the version if the toolchain is not obvious. */
  readonly toolchain?: string;
  /** Run before the vectors; downloads nothing. */
  readonly build: readonly (readonly string[])[];
  /** Prints `ran N vectors`. */
  readonly vectors: readonly string[];
  /** Prints `listening on PORT`, then a line for each webhook that it handles. */
  readonly server: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

const MCS = 'mcs -langversion:7 -warnaserror -r:System.Net.Http -r:System.Data';
const JAVA_PATH = 'io/github/ringpost/receiver';
const JAVA_FOLDER = `src/main/java/${JAVA_PATH}`;
const JAVAC = 'javac -Xlint:all -Werror --release 17 -d {work}/java examples/*.java';

export const LANGUAGES: readonly Language[] = [
  {
    name: 'TypeScript',
    folder: '.',
    probes: [[process.execPath, '--version']],
    build: [],
    vectors: [
      process.execPath,
      '--test',
      '--test-reporter=tap',
      '{package}/../test/receiver/vector.test.ts',
    ],
    server: [process.execPath, 'examples/server.ts'],
  },
  {
    name: 'Python',
    folder: 'python',
    probes: [
      ['python3', '--version'],
      ['python3', '-c', 'import cryptography, sqlite3'],
    ],
    build: [],
    vectors: ['python3', 'tests/vectors.py'],
    server: ['python3', 'examples/server.py'],
    environment: { PYTHONPATH: '{package}', PYTHONDONTWRITEBYTECODE: '1' },
  },
  {
    name: 'Go',
    folder: 'go',
    probes: [['go', 'version']],
    build: [
      ['go', 'vet', './...'],
      ['go', 'build', '-o', '{work}/go-server', './examples/server'],
    ],
    vectors: ['go', 'test', '-count=1', '-v', '-run', 'TestVectors', '.'],
    server: ['{work}/go-server'],
    environment: { GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' },
  },
  {
    name: 'Java',
    folder: 'java',
    probes: [
      ['javac', '--version'],
      ['java', '--version'],
    ],
    // The adapters for servlets and Spring need their jars: see adapters.proof.ts.
    build: [['sh', '-c', `${JAVAC} ${JAVA_FOLDER}/*.java src/test/java/${JAVA_PATH}/*.java`]],
    vectors: ['java', '-cp', '{work}/java', 'io.github.ringpost.receiver.Vectors', '../vectors'],
    server: ['java', '-Dsun.stdout.encoding=UTF-8', '-cp', '{work}/java', 'Server'],
  },
  {
    name: 'PHP',
    folder: 'php',
    probes: [
      ['php', '--version'],
      ['php', '-r', "exit(extension_loaded('openssl') && extension_loaded('pdo_sqlite') ? 0 : 1);"],
    ],
    build: [],
    vectors: ['php', 'tests/vectors.php'],
    server: [
      'sh',
      '-c',
      'echo "listening on $PORT"; exec php -S "127.0.0.1:$PORT" examples/server.php',
    ],
    environment: { RINGPOST_STORE: '{work}/php.db' },
  },
  {
    name: 'Ruby',
    folder: 'ruby',
    probes: [
      ['ruby', '--version'],
      ['ruby', '-e', "require 'sqlite3'; require 'rack'; require 'webrick'"],
    ],
    build: [],
    vectors: ['ruby', '-w', 'test/vectors.rb'],
    server: [
      'sh',
      '-c',
      'echo "listening on $PORT"; exec rackup -q -I lib -s webrick -o 127.0.0.1 -p "$PORT" ' +
        'examples/config.ru',
    ],
    environment: { LANG: 'C.UTF-8' },
  },
  {
    name: 'C#',
    folder: 'csharp',
    // Debian has no SDK of .NET: mono builds the same sources.
    toolchain: 'mono',
    probes: [
      ['mcs', '--version'],
      [
        'sh',
        '-c',
        'ls /usr/lib/mono/4.5/Mono.Data.Sqlite.dll /usr/lib/mono/4.5/System.Net.Http.dll',
      ],
    ],
    build: [
      ['sh', '-c', `${MCS} -out:{work}/vectors.exe -r:Mono.Data.Sqlite src/*.cs tests/*.cs`],
      ['sh', '-c', `${MCS} -out:{work}/server.exe src/*.cs examples/*.cs`],
    ],
    vectors: ['mono', '{work}/vectors.exe', '../vectors'],
    server: ['mono', '{work}/server.exe'],
    environment: { LANG: 'C.UTF-8' },
  },
];

/** Reads `RINGPOST_REQUIRE_LANGUAGES`, names separated by commas; throws if one is unknown. */
export function requiredLanguages(text: string, names: readonly string[]): readonly string[] {
  const wanted = text
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== '');
  const unknown = wanted.find((each) => !names.some((name) => name.toLowerCase() === each));
  if (unknown !== undefined) {
    throw new TypeError(
      `RINGPOST_REQUIRE_LANGUAGES names ${unknown}; the languages are ${names.join(', ')}.`,
    );
  }
  return names.filter((name) => wanted.includes(name.toLowerCase()));
}

export interface Row {
  readonly name: string;
  /** Null if the toolchain is missing. */
  readonly version: string | null;
  readonly vectors: string;
  readonly server: string;
}

/** The rows as a table with aligned columns. Pure. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [
    ['language', 'version', 'vectors', 'example server'],
    ...rows.map(({ name, version, vectors, server }) => [name, version ?? '', vectors, server]),
  ];
  const widths = [0, 1, 2].map((at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  return lines
    .map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}
