/**
 * Loaded into the demo's service before its own code: ends the service in good order when its
 * standard input closes, which the system does even if the demo is killed outright. Nothing of it
 * is needed, or found, in a service that is started otherwise.
 */
import { isMainThread } from 'node:worker_threads';

// Worker threads load this file too, and their standard input is none.
if (isMainThread) {
  process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'));
  process.stdin.resume();
  // A service that stops by itself must not wait for the demo.
  if ('unref' in process.stdin) process.stdin.unref();
}
