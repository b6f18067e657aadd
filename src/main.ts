/**
 * The entry of the process: reads the command line and hands over to one command of `src/cli/`.
 * Holds nothing else.
 */
import { createProgram } from './cli/program.ts';

await createProgram().parseAsync(process.argv);
