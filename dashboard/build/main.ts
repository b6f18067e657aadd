/**
 * `npm run build`: what is made ahead of time. The dashboard, and the receiver's JavaScript with
 * its declarations. The service itself runs from its TypeScript and is not built.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildDashboard } from './dashboard.ts';

const ROOT = join(import.meta.dirname, '../..');

buildDashboard();
process.stdout.write('dashboard/dist is built.\n');

rmSync(join(ROOT, 'receiver/dist'), { recursive: true, force: true });
execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', 'receiver'], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.stdout.write('receiver/dist is built.\n');
