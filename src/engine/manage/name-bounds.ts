/** How long the names are that operators give to keys, sources and projects, in code points. */
import type { TextBounds } from '../../core/text.ts';

export const NAME_BOUNDS: TextBounds = { min: 1, max: 100 };
