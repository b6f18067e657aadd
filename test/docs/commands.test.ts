/**
 * The reference of commands has exactly the program's commands, with their arguments and own flags.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createProgram } from '../../src/cli/program.ts';

const PAGE = readFileSync(new URL('../../docs/reference/commands.md', import.meta.url), 'utf8');

test('every command and its own flags are in the reference', () => {
  const told = [...PAGE.matchAll(/^\| `([^`]+)` \|(.*)$/gm)].map(([, name = '', rest = '']) => ({
    name,
    rest,
  }));
  const commands = createProgram().commands.map((command) => {
    const words = command.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
    );
    return { name: [command.name(), ...words].join(' '), command };
  });
  assert.deepEqual(told.map(({ name }) => name).sort(), commands.map(({ name }) => name).sort());
  const shared = commandFlags(commands.find(({ name }) => name === 'migrate')?.command);
  for (const { name, command } of commands) {
    const row = told.find((each) => each.name === name)?.rest ?? '';
    for (const flag of commandFlags(command)) {
      if (!shared.includes(flag)) assert.ok(row.includes(flag), `${name} ${flag} is not told`);
    }
  }
});

function commandFlags(command: ReturnType<typeof createProgram> | undefined): readonly string[] {
  return (command?.options ?? []).flatMap(({ long }) => long ?? []);
}
