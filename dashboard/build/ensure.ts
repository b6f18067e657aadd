/**
 * Runs before `npm start`: builds the dashboard when it was never built or its sources changed.
 * Without the development packages (NODE_ENV=production) a build that is there is used as it is,
 * and the service starts without a dashboard when there is none: reports must not wait for a page.
 */
import { buildDashboard, dashboardState } from './dashboard.ts';

const state = dashboardState();
if (state !== 'current') {
  try {
    process.stdout.write(`The dashboard is ${state}; building it takes a few seconds.\n`);
    buildDashboard();
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    process.stderr.write(
      state === 'missing'
        ? 'The dashboard is not built, and Vite is not installed: starting without it.\n'
        : 'The dashboard is older than its sources; without Vite it is used as it is.\n',
    );
  }
}

function isMissingPackage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
}
