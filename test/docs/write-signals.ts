/** `node test/docs/write-signals.ts` writes the tables of docs/reference/metrics.md again. */
import { writeFileSync } from 'node:fs';
import { SIGNALS_PAGE, signalsPage } from './signal-tables.ts';

writeFileSync(SIGNALS_PAGE, await signalsPage());
