/**
 * What a failure means and what to do about it, on the wire: of an issue and of a delivery alike.
 * The words are those of `engine/delivery/diagnosis.ts`.
 */
import { nullable, strictObject, Type } from './shared.ts';

export const Diagnosis = strictObject(
  {
    id: Type.String({ description: 'Stable name of title and text, for translations' }),
    nextStepId: Type.String({ description: 'Stable name of the next step, for translations' }),
    status: nullable(Type.Integer({ description: 'The error code that the title mentions' })),
    title: Type.String({ description: 'A short heading of what happens' }),
    text: Type.String({ description: 'Why, in plain words' }),
    nextStep: Type.String({ description: 'What to do about it' }),
  },
  { title: 'Diagnosis' },
);
