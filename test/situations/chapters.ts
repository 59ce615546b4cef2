import type { Chapter } from './situation.ts';
import { answers } from './scores/answers.ts';
import { beginningAndEnd } from './scores/beginningAndEnd.ts';
import { corrections } from './scores/corrections.ts';
import { impatience } from './scores/impatience.ts';
import { interruptions } from './scores/interruptions.ts';
import { listening } from './scores/listening.ts';
import { noises } from './scores/noises.ts';
import { pauses } from './scores/pauses.ts';
import { working } from './scores/working.ts';

export const chapters: readonly Chapter[] = [
  { title: 'The user listens', situations: listening },
  { title: 'The user interrupts', situations: interruptions },
  { title: 'The user corrects or continues', situations: corrections },
  { title: 'The user answers a question', situations: answers },
  { title: 'A function runs', situations: working },
  { title: 'The user waits', situations: impatience },
  { title: 'Noises', situations: noises },
  { title: 'The beginning and the end', situations: beginningAndEnd },
  {
    title: 'Long pauses',
    intro: `
Silence alone cannot tell that the user has not finished. A turn model can:
[rules about the words](turn-taking.md#rules-about-the-words), [Smart Turn](turn-taking.md#smart-turn), or
[one of yours](turn-taking.md#replace-a-rule). A longer \`min_endpointing_delay\` waits after every turn. The first two
situations show what happens without either; the others use the rules about the words.`,
    situations: pauses,
  },
];
