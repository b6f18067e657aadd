/**
 * `ringpost demo`: plays whole calls against a service, a receiver and a scripted platform of its
 * own, on free ports and a temporary directory. The demo is a program of its own that runs when it
 * is loaded, reads `--keep` and `--platform` from the command line and sets the exit code.
 */
export async function runDemo(): Promise<void> {
  await import('../../examples/demo/main.ts');
}
