/**
 * The command line: `ringpost start`, `doctor`, `migrate`, `setup-link`, `reset-password`,
 * `adopt-master-key`, with one flag for every setting that is no secret. Flags and environment are
 * read by `config/`; a wrong one ends with code 2 and all problems at once.
 */
import { Command } from 'commander';
import { readSettings } from '../config/read-settings.ts';
import { environmentName, SETTING_NAMES, SETTINGS, type Settings } from '../config/settings.ts';
import { runAdoptMasterKey } from './adopt-master-key.ts';
import { runDoctor } from './doctor.ts';
import { runMigrate } from './migrate.ts';
import { runResetPassword } from './reset-password.ts';
import { runSetupLink } from './setup-link.ts';
import { runStart } from './start.ts';
import { VERSION } from './version.ts';

const EXIT_WRONG_USE = 2;

export function createProgram(): Command {
  const program = new Command('ringpost')
    .description('Tells other systems what happens to each phone call.')
    .version(VERSION)
    .showHelpAfterError()
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : EXIT_WRONG_USE));
  addCommand(program, 'start', 'runs the service until SIGTERM or SIGINT', runStart);
  addCommand(program, 'doctor', 'shows the effective settings and checks them', runDoctor);
  addCommand(program, 'migrate', 'brings the schema of the store up to date', runMigrate);
  const linking = 'prints a one-time link that makes the first owner';
  addCommand(program, 'setup-link', linking, runSetupLink);
  const resetting = 'prints a one-time link by which somebody chooses a new password';
  addCommand(program, 'reset-password <email>', resetting, runResetPassword);
  const adopting = 'makes the present master key that of the store, when the former one is lost';
  addCommand(program, 'adopt-master-key', adopting, runAdoptMasterKey);
  return program;
}

function addCommand(
  program: Command,
  name: string,
  description: string,
  run: (settings: Settings, argument: string) => Promise<void>,
): void {
  const command = program.command(name).description(description);
  for (const each of SETTING_NAMES) {
    const setting: { flag: string; help: string; secret?: true } = SETTINGS[each];
    if (setting.secret) continue;
    command.option(`--${setting.flag} <value>`, `${setting.help} (${environmentName(each)})`);
  }
  command.action(async (argument: unknown) => {
    const result = readSettings(command.opts(), process.env);
    if (result.kind === 'ok') return run(result.settings, String(argument));
    for (const problem of result.problems) process.stderr.write(`ringpost: ${problem}\n`);
    process.exitCode = EXIT_WRONG_USE;
  });
}
