import { LONG, TELL_ME, coughs, says } from '../../support/userActions.ts';
import { describeHistory } from '../describe.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

const COUNTED = 'If you like, one two three four five six seven eight nine ten eleven twelve.';
const REST = 'cooked here for forty years. Today my sister runs the kitchen.';

export const resuming: readonly Rule[] = [
  createRule({
    title: 'A resumed reply begins with its clause',
    rule: 'The agent repeats the clause in which it was cut. If more than eight words of it were heard, it repeats the last four.',
    threshold: 'eight heard words of the clause',
    play: (ms) => ({ user: [TELL_ME, coughs(ms)], llm: [COUNTED] }),
    result: describeResumed,
    shows: { fromMs: 3900, toMs: 7500 },
    cases: [
      ['seven words were heard', 3968, 'after “seven” it says “one two three four five …”'],
      ['eight', 4288, 'after “eight” it says “one two three four five …”'],
      ['nine', 4576, 'after “nine” it says “six seven eight nine ten …”'],
    ],
  }),
  createRule({
    title: 'A clause that was heard is not repeated',
    rule: 'If the last word of the clause was heard, the agent resumes with the next clause.',
    threshold: 'the last sample of “eighty.”, 1740 ms after the first',
    // The agent begins so much later, and is cut at 3712.
    play: (playedMs) => ({
      user: [TELL_ME, coughs(3200)],
      llm: [{ text: LONG, firstTokenMs: 3712 - 1586 - playedMs }],
    }),
    result: describeResumed,
    cases: [
      ['cut after 1739 ms', 1739, 'after “nineteen” it says “We opened in nineteen eighty. …”'],
      ['1740 ms', 1740, 'after “eighty.” it says “My grandmother cooked here for …”'],
      ['1741 ms', 1741, 'after “eighty.” it says “My grandmother cooked here for …”'],
    ],
  }),
  createRule({
    title: 'Repeated words are in the history once',
    rule: 'Words that the agent repeats count as heard only once. If it is cut while it repeats them, `agent_interrupted` has no text, there is no message, and it resumes at the same place.',
    threshold: 'the last sample of the first new word, 840 ms after it resumes with “My grandmother”',
    play: (playedMs) => ({
      // The recogniser finds no words so much later. The second cough cuts at 5312.
      user: [TELL_ME, says(3200, { text: '', delayMs: 5312 - 4416 - playedMs }), coughs(4800)],
      llm: [LONG],
    }),
    result: (conversation) => describeHistory(conversation).replace(/^.*eighty\. My · /u, ''),
    shows: { fromMs: 3200, toMs: 8000 },
    cases: [
      ['cut 839 ms after it resumes', 839, `agent: grandmother ${REST}`],
      ['840 ms', 840, `agent: grandmother · agent: ${REST}`],
      ['841 ms', 841, `agent: grandmother · agent: ${REST}`],
    ],
  }),
];

/** The last word before the cut, and the first five after it. */
function describeResumed({ events, tts }: Conversation): string {
  const heard = events.find(({ event }) => event === 'agent_interrupted')?.text ?? '';
  const words = tts.utterances[1]?.text.trim().split(' ').slice(0, 5);
  return `after “${heard.split(' ').at(-1)}” it says “${words?.join(' ')} …”`;
}
