/**
 * Where the built dashboard lies: the service serves it, and the doctor looks whether it is there.
 * A build makes it; without one the API works and `/` says what is missing.
 */
import { fileURLToPath } from 'node:url';

export const DASHBOARD = fileURLToPath(new URL('../../dashboard/dist', import.meta.url));
