/** A receiver as a route of Next.js. */
import { receiver } from '../../receiver.js';

export const POST = receiver.fetch;
