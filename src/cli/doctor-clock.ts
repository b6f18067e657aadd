/**
 * The check of `ringpost doctor` whether the system keeps its clock by NTP, as systemd says. Where
 * there is no systemd, as in a container, it says that it did not look. Changes nothing.
 */
import { execFile } from 'node:child_process';
import { type Check, good, wrong } from './check.ts';

const WAIT_MS = 5_000;

export async function checkClock(): Promise<Check> {
  switch (await synchronized()) {
    case 'yes':
      return good('clock', 'the system says that its clock is synchronized by NTP');
    case 'no':
      return wrong(
        'clock',
        'the system says that its clock is not synchronized; run: timedatectl set-ntp true, and ' +
          'see timedatectl timesync-status',
      );
    default:
      return good('clock', 'whether NTP sets the clock is not known: timedatectl does not say');
  }
}

/** Empty if there is no timedatectl, or it cannot say. */
function synchronized(): Promise<string> {
  const words = ['show', '-p', 'NTPSynchronized', '--value'];
  return new Promise((done) => {
    execFile('timedatectl', words, { timeout: WAIT_MS }, (error, stdout) => {
      done(error === null ? stdout.trim() : '');
    });
  });
}
