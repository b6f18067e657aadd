/** Whether a program of this name is on the PATH: a sample's test says if it was not run. */
import { execFileSync } from 'node:child_process';

export function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
