/**
 * The command line: one table of the commands (docs/reference/commands.md), each with one flag for
 * every setting that is no secret. `config/` reads flags, environment and settings file; if any is
 * wrong, the program prints all problems at once and exits with code 2.
 */
import { Command } from 'commander';
import { type ReadSettings, readSettings } from '../config/read-settings.ts';
import { CONFIG_NAME } from '../config/setting-name.ts';
import { environmentName, SETTING_NAMES, SETTINGS, type Settings } from '../config/settings.ts';
import type { Asked } from './asked.ts';
import { versionAndCommit } from './version.ts';

const EXIT_WRONG_USE = 2;

/** Each command loads only the modules that it needs. */
type Run = (settings: Settings, asked: Asked, read: ReadSettings) => Promise<void>;

interface ToolCommand {
  /** With its arguments, as in `restore <file> <directory>`. */
  readonly name: string;
  readonly description: string;
  /** Flags of this command alone, with their help. */
  readonly flags?: Readonly<Record<string, string>>;
  readonly load: () => Promise<Run>;
  /** Warnings about settings are lines of its log. */
  readonly logs?: true;
}

const PASSPHRASE_FILE = {
  '--passphrase-file <path>': 'the passphrase; else RINGPOST_EXPORT_PASSPHRASE or the terminal',
};

const SERVICE_URL = {
  '--url <url>': 'the running service; by default where these settings say that it listens',
};

const COMMANDS: readonly ToolCommand[] = [
  {
    name: 'start',
    description: 'runs the service until SIGTERM or SIGINT',
    load: async () => (await import('./start.ts')).runStart,
    logs: true,
  },
  {
    name: 'doctor',
    description: 'shows the effective settings and checks all that a service needs',
    flags: {
      '--running': 'a service runs: asks it by its API, with RINGPOST_API_KEY if it is set',
      '--fix': 'mends what is safe (rights of files, parts of a killed restore) and says what',
      '--json': 'prints one JSON object',
    },
    load: async () => (await import('./doctor.ts')).runDoctor,
  },
  {
    name: 'config',
    description: 'prints every setting that holds and where it comes from; secrets are masked',
    flags: { '--json': 'prints one JSON object' },
    load: async () => (await import('./config.ts')).runConfig,
  },
  {
    name: 'migrate',
    description: 'brings the schema of the store up to date',
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
  {
    name: 'export <file>',
    description: 'writes everything of a project, or of all, into a file for `ringpost import`',
    flags: {
      '--project <name>': 'one project, by name or id; by default all',
      '--with <parts>': 'also calls, deliveries (needs calls), results (needs both)',
      '--open <how>': 'deliveries that wait: keep (the source must be stopped) or cancel',
      ...PASSPHRASE_FILE,
    },
    load: async () => (await import('./export.ts')).runExport,
  },
  {
    name: 'import <file>',
    description: 'writes the file of `ringpost export` into a store that no service works on',
    flags: {
      '--dry-run': 'says what is in the file and what stands in the way; writes nothing',
      '--new-ids': 'makes new ids, to import settings beside what is in the store',
      '--name <name>': 'with --new-ids: the name that the project gets',
      '--disable-endpoints': 'every endpoint is disabled, so that nothing is sent',
      ...PASSPHRASE_FILE,
    },
    load: async () => (await import('./import.ts')).runImport,
  },
  {
    name: 'apply <file>',
    description: 'makes the settings of a project what a JSON file says, through the API',
    flags: {
      '--dry-run': 'shows the difference and changes nothing; exit code 3: it would change',
      '--prune': 'removes endpoints, sources and scorecards that the file does not name',
      ...SERVICE_URL,
    },
    load: async () => (await import('./apply.ts')).runApply,
  },
  {
    name: 'erase',
    description: 'erases everything of a call, a client or a number, and prints the receipt',
    flags: {
      '--call <id>': 'one call',
      '--client <id>': 'every call with exactly this clientId',
      '--number <number>': 'every call that names this telephone number, as in +491512345678',
      '--reason <text>': 'for the receipt and the audit trail',
      '--receipt <id>': 'prints the receipt of an earlier erasure, and erases nothing',
      ...SERVICE_URL,
    },
    load: async () => (await import('./erase.ts')).runErase,
  },
  {
    name: 'listen',
    description: 'forwards webhooks to a receiver on this machine, without a public address',
    flags: {
      '--forward <url>': 'the receiver, such as http://localhost:3000/hooks',
      '--timeout <seconds>': 'how long the receiver may take to answer, by default 30',
      '--print': 'only prints headers and body of each webhook',
      '--endpoint <id>': 'a pull endpoint; by default one is made and removed at the end',
      '--triggers <names>': 'of the endpoint that is made, separated by commas; by default all',
      '--replay <id>': 'this delivery of the endpoint comes again; so does one that is typed',
      '--key <key>': 'the API key; RINGPOST_API_KEY keeps it out of the list of processes',
      ...SERVICE_URL,
    },
    load: async () => (await import('./listen.ts')).runListen,
  },
  {
    name: 'setup-link',
    description: 'prints a one-time link that makes the first owner',
    load: async () => (await import('./setup-link.ts')).runSetupLink,
  },
  {
    name: 'reset-password <email>',
    description: 'prints a one-time link by which a person chooses a new password',
    load: async () => (await import('./reset-password.ts')).runResetPassword,
  },
  {
    name: 'instance-key <action> [name-or-id]',
    description: 'create <name>, list, revoke <id>: keys by which a platform makes projects',
    load: async () => (await import('./instance-key.ts')).runInstanceKey,
  },
  {
    name: 'backup <file-or-folder>',
    description: 'copies the embedded store into one file, while the service runs or not',
    flags: { '--keep <number>': 'keeps this many backups of the folder and removes older ones' },
    load: async () => (await import('./backup.ts')).runBackup,
  },
  {
    name: 'verify-backup <file>',
    description: 'checks every byte of a backup and says what it is',
    load: async () => (await import('./verify-backup.ts')).runVerifyBackup,
  },
  {
    name: 'restore <file> <directory>',
    description: 'makes a new data directory of a backup',
    load: async () => (await import('./restore.ts')).runRestore,
  },
  {
    name: 'rotate-master-key',
    description: 'seals every secret anew with another master key',
    load: async () => (await import('./rotate-master-key.ts')).runRotateMasterKey,
  },
  {
    name: 'adopt-master-key',
    description: 'makes the present master key that of the store, when the former one is lost',
    load: async () => (await import('./adopt-master-key.ts')).runAdoptMasterKey,
  },
];

export function createProgram(): Command {
  const program = new Command('ringpost')
    .description('Tells other systems what happens to each phone call.')
    .usage('[command] [options]')
    .option('-V, --version', 'prints the version and the commit that it was made from')
    .on('option:version', printVersion)
    .showHelpAfterError()
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_WRONG_USE));
  for (const command of COMMANDS) addCommand(program, command);
  program
    .command('demo')
    .description('plays whole calls with a service and a receiver of its own, then ends')
    .option('--keep', 'leaves the service running, for the dashboard')
    .option('--platform <name>', 'plays the requests of this platform only; list: says which')
    .action(async () => (await import('./demo.ts')).runDemo());
  return program;
}

function printVersion(): never {
  process.stdout.write(`${versionAndCommit()}\n`);
  process.exit(0);
}

function addCommand(program: Command, tool: ToolCommand): void {
  const { name, description, flags = {}, load, logs = false } = tool;
  const command = program.command(name).description(description);
  for (const [flag, help] of Object.entries(flags)) command.option(flag, help);
  command.option('--config <file>', `a JSON or TOML file of settings (${CONFIG_NAME})`);
  for (const each of SETTING_NAMES) {
    const setting: { flag: string; help: string; secret?: true } = SETTINGS[each];
    if (setting.secret) continue;
    command.option(`--${setting.flag} <value>`, `${setting.help} (${environmentName(each)})`);
  }
  command.action(async () => {
    const result = readSettings(command.opts(), process.env);
    if (result.kind === 'ok') {
      if (!logs) for (const text of result.warnings) process.stderr.write(`ringpost: ${text}\n`);
      const run = await load();
      return run(result.settings, { words: command.args, flags: command.opts() }, result);
    }
    for (const problem of result.problems) process.stderr.write(`ringpost: ${problem}\n`);
    process.exitCode = EXIT_WRONG_USE;
  });
}
