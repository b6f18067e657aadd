/** The built-in agents as the service has them, except that they use no thread and no model. */
import { inlineAnalyst } from '../../src/analyst/inline-analyst.ts';
import { type BuiltIn, type BuiltInParts, createBuiltIn } from '../../src/engine/acw/built-in.ts';

export function givenBuiltIn(
  parts: Pick<BuiltInParts, 'store' | 'clock'> & Partial<BuiltInParts>,
): BuiltIn {
  return createBuiltIn({
    analyst: inlineAnalyst(null),
    model: null,
    version: '0.0.0-test',
    ...parts,
  });
}
