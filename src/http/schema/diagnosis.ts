/**
 * What a failure means and what to do about it, on the wire: of an issue and of a delivery alike.
 * The words are those of `engine/delivery/diagnosis.ts`.
 */
import { nullable, strictObject } from './shared.ts';
import { Type } from './type.ts';

export const Diagnosis = strictObject(
  {
    id: Type.String({ description: 'Names title and text, for words in another language' }),
    nextStepId: Type.String({ description: 'Names the next step likewise' }),
    status: nullable(Type.Integer({ description: 'The code that the title names' })),
    title: Type.String({ description: 'What happens, in some words' }),
    text: Type.String({ description: 'Why, in plain words' }),
    nextStep: Type.String({ description: 'What to do about it' }),
  },
  { title: 'Diagnosis' },
);
