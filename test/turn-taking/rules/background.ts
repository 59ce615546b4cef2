import type { ResultPolicy } from '../../../src/core/turn.ts';
import type { DuplicatePolicy } from '../../../src/session/config/background.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { after, calls, createFunctions, type Work } from '../../session/background/desk.ts';
import type { PlayedSessionOptions } from '../../support/playSession.ts';
import { does, says, types } from '../../support/userActions.ts';
import { createRule, type Rule } from '../createRule.ts';
import type { Conversation } from '../playConversation.ts';

/** Committed at 1586 ms; the calls begin then. */
const ASKS = says(320, 'a table for two');
const LATER = 'We have a garden, and my sister cooks.';

export const background: readonly Rule[] = [
  createRule({
    title: 'The conversation goes on',
    rule: 'The model gets a first result at once, and its final result when the function has returned. Until then, the agent answers what the user says.',
    threshold: '`background`, false',
    play: (inBackground) => ({
      ...booking({ does: after(6000, 'booked'), background: inBackground && { result: 'when_idle' } }),
      user: [ASKS, says(3552, 'what time is it', 960)],
      llm: inBackground
        ? [calls('book'), 'I am on it.', 'At seven.', 'It is booked.']
        : [calls('book'), 'It is booked.', 'At seven.'],
    }),
    result: spoken,
    shows: { fromMs: 1500, toMs: 9000 },
    cases: [
      ['in the background', true, '“I am on it.” at 1586 ms, “At seven.” at 5138 ms, “It is booked.” at 7586 ms'],
      ['in the foreground', false, '“It is booked.” at 7586 ms, “At seven.” at 8366 ms'],
    ],
  }),
  createRule({
    title: 'Words while it runs',
    rule: 'All words of the user are turns: none wait for the function, and none abort it.',
    threshold: 'the kind of words',
    play: (text) => ({
      ...booking({ does: after(6000, 'booked') }),
      user: [ASKS, says(3552, text)],
      llm: [calls('book'), 'I am on it.', 'Yes?', 'It is booked.'],
    }),
    result: spoken,
    cases: [
      ['“hello”', 'hello', '“I am on it.” at 1586 ms, “Yes?” at 4818 ms, “It is booked.” at 7586 ms'],
      ['“no for two”', 'no for two', '“I am on it.” at 1586 ms, “Yes?” at 4818 ms, “It is booked.” at 7586 ms'],
      [
        '“and is there parking”',
        'and is there parking',
        '“I am on it.” at 1586 ms, “Yes?” at 4818 ms, “It is booked.” at 7586 ms',
      ],
    ],
  }),
  createRule({
    title: '`when_idle`: the result waits for the agent',
    rule: 'The agent says what it is saying to its end, and then replies to the result.',
    threshold: 'the end of what the agent says, 660 ms after the call',
    play: (ms) => ({ ...booking({ does: after(ms, 'booked') }), llm: [calls('book'), 'I am on it.', 'It is booked.'] }),
    result: spoken,
    shows: { fromMs: 320, toMs: 4000 },
    cases: [
      ['1 ms before', 659, '“I am on it.” at 1586 ms, “It is booked.” at 2246 ms'],
      ['in that instant', 660, '“I am on it.” at 1586 ms, “It is booked.” at 2246 ms'],
      ['1 ms after', 661, '“I am on it.” at 1586 ms, “It is booked.” at 2247 ms'],
    ],
  }),
  createRule({
    title: '`when_idle`: the result waits for the user',
    rule: 'A result that comes before the answer to the user is requested is part of that request, and has no reply of its own.',
    threshold: 'the commit of the words, 3552 ms after the call',
    play: (ms) => ({
      ...booking({ does: after(ms, 'booked') }),
      user: [ASKS, says(3552, 'what time is it', 960)],
      llm: [
        calls('book'),
        'I am on it.',
        ms < 3552 ? 'It is seven, and the table is booked.' : 'It is seven.',
        'It is booked.',
      ],
    }),
    result: spoken,
    shows: { fromMs: 2000, toMs: 9000 },
    cases: [
      ['1 ms before', 3551, '“I am on it.” at 1586 ms, “It is seven, and the table is booked.” at 5138 ms'],
      ['in that instant', 3552, '“I am on it.” at 1586 ms, “It is seven.” at 5138 ms, “It is booked.” at 5858 ms'],
      ['1 ms after', 3553, '“I am on it.” at 1586 ms, “It is seven.” at 5138 ms, “It is booked.” at 5858 ms'],
    ],
  }),
  createRule({
    title: '`interrupt`: the result comes first',
    rule: 'The result cuts an answer of the model, and the agent replies to it at once. A `first_message` and a text of `say()` are spoken to their end first.',
    threshold: 'what the agent is saying',
    play: (says) => ({
      ...booking({ does: after(4000, 'booked'), background: { result: 'interrupt' } }),
      user: [ASKS, says ? does(4000, ({ session }) => session.say(LATER)) : types(4000, 'tell me about the place')],
      llm: [calls('book'), 'I am on it.', ...(says ? [] : [LATER]), 'It is booked.'],
    }),
    result: spoken,
    shows: { fromMs: 3000, toMs: 8000 },
    cases: [
      [
        'an answer',
        false,
        '“I am on it.” at 1586 ms, “We have a garden, and my s” at 4000 ms, “It is booked.” at 5586 ms',
      ],
      ['a text of `say()`', true, `“I am on it.” at 1586 ms, “${LATER}” at 4000 ms, “It is booked.” at 6280 ms`],
    ],
  }),
  createRule({
    title: '`interrupt`: the model is asked anew',
    rule: 'If nothing of the answer is audible yet, the session asks the model again, with the result.',
    threshold: 'the first sound of the answer, 2414 ms after the call',
    play: (ms) => ({
      ...booking({ does: after(ms, 'booked'), background: { result: 'interrupt' } }),
      user: [ASKS, types(3000, 'what time is it')],
      llm: [calls('book'), 'I am on it.', { text: 'At seven.', firstTokenMs: 1000 }, 'Booked.'],
    }),
    result: spoken,
    shows: { fromMs: 2800, toMs: 5000 },
    cases: [
      ['1 ms before', 2413, '“I am on it.” at 1586 ms, “Booked.” at 3999 ms'],
      ['in that instant', 2414, '“I am on it.” at 1586 ms, “Booked.” at 4000 ms'],
      ['60 ms after', 2474, '“I am on it.” at 1586 ms, “A” at 4000 ms, “Booked.” at 4060 ms'],
    ],
  }),
  createRule({
    title: 'What follows the result',
    rule: 'With `silent`, no reply follows: the model finds the result when it is asked the next time.',
    threshold: '`result`, `when_idle`',
    play: (result: ResultPolicy) => ({
      ...booking({ does: after(2000, 'booked'), background: { result } }),
      user: [ASKS, types(6000, 'is it booked')],
      llm: [calls('book'), 'I am on it.', 'It is booked.', 'Yes, it is.'],
    }),
    result: spoken,
    shows: { fromMs: 1500, toMs: 7500 },
    cases: [
      ['`when_idle`', 'when_idle', '“I am on it.” at 1586 ms, “It is booked.” at 3586 ms, “Yes, it is.” at 6000 ms'],
      ['`silent`', 'silent', '“I am on it.” at 1586 ms, “It is booked.” at 6000 ms'],
    ],
  }),
  createRule({
    title: 'Progress',
    rule: '`progress()` tells the model, in its next request, what the function has done so far. With `say`, the agent says it, too, as with `say()`.',
    threshold: '`say`, false',
    play: (say) => ({
      ...booking({
        does: async ({ progress }, clock) => {
          await clock.sleep(2500);
          progress('two of four restaurants asked', { say: say && 'Two of them are full.' });
          await clock.sleep(2500);
          return 'booked';
        },
      }),
      llm: [calls('book'), 'I am on it.', 'The third has a table.'],
    }),
    result: spoken,
    shows: { fromMs: 1500, toMs: 8500 },
    cases: [
      ['known to the model', false, '“I am on it.” at 1586 ms, “The third has a table.” at 6586 ms'],
      [
        'and said',
        true,
        '“I am on it.” at 1586 ms, “Two of them are full.” at 4086 ms, “The third has a table.” at 6586 ms',
      ],
    ],
  }),
  createRule({
    title: 'A second call of a running function',
    rule: 'The session refuses it, ends the first call, or runs both.',
    threshold: '`duplicates`, `refuse`',
    play: (duplicates: DuplicatePolicy) => ({
      ...booking({ does: after(4000, 'booked'), background: { duplicates } }),
      user: [ASKS, types(3586, 'for three')],
      llm: [calls('book'), 'On it.', { calls: [{ id: 'second', name: 'book' }] }, 'All right.', 'Done.', 'And done.'],
    }),
    result: results,
    shows: { fromMs: 1500, toMs: 9000 },
    cases: [
      [
        '`refuse`',
        'refuse',
        'second: not executed: "book" is running, and its result follows at 3586 ms, book: booked at 5586 ms',
      ],
      ['`replace`', 'replace', 'book: interrupted: may have been carried out at 3586 ms, second: booked at 7586 ms'],
      ['`allow`', 'allow', 'book: booked at 5586 ms, second: booked at 7586 ms'],
    ],
  }),
  createRule({
    title: 'What ends a call',
    rule: 'The user’s words never end it. `session.cancel()`, an update without the function and the end of the session do: the result is `interrupted: may have been carried out`.',
    threshold: 'what happens 1 s before the function returns',
    play: (user) => ({
      ...booking({ does: after(3000, 'booked') }),
      user: [ASKS, user],
      llm: [calls('book'), 'On it.', 'Yes?', 'Done.', 'Done.'],
    }),
    result: results,
    cases: [
      ['“stop, not now”, typed', types(3586, 'stop, not now'), 'book: booked at 4586 ms'],
      ['`session.interrupt()`', does(3586, ({ session }) => session.interrupt()), 'book: booked at 4586 ms'],
      [
        '`session.cancel()`',
        does(3586, ({ session }) => session.cancel('book')),
        'book: interrupted: may have been carried out at 3586 ms',
      ],
      [
        '`session.end()`',
        does(3586, ({ session }) => session.end()),
        'book: interrupted: may have been carried out at 3586 ms',
      ],
    ],
  }),
  createRule({
    title: 'A silent user',
    rule: 'The session does not call `on_user_away` while a call runs whose result the agent will say.',
    threshold: '`result`, `silent`, with `user_away_timeout: 2`',
    play: (result: ResultPolicy) => {
      const options = booking({ does: after(8000, 'booked'), background: { result } });
      return {
        ...options,
        config: { user_away_timeout: 2, user_away_times: 1 },
        agent: { ...options.agent, on_user_away: () => 'Still there?' },
        llm: [calls('book'), 'On it.', 'It is booked.'],
      };
    },
    result: spoken,
    cases: [
      ['`when_idle`', 'when_idle', '“On it.” at 1586 ms, “It is booked.” at 9586 ms, “Still there?” at 12366 ms'],
      ['`silent`', 'silent', '“On it.” at 1586 ms, “Still there?” at 3946 ms'],
    ],
  }),
];

/** Options with a function `book`, in the background by default. */
function booking(work: Work): PlayedSessionOptions {
  const clock = new VirtualClock();
  return { clock, user: [ASKS], agent: { functions: createFunctions({ book: work }, clock) } };
}

function spoken(conversation: Conversation): string {
  const starts = conversation.when('agent_started_speaking');
  return conversation
    .spoken()
    .flatMap((text, n) => (text === '' ? [] : [`“${text}” at ${starts[n]} ms`]))
    .join(', ');
}

function results({ executed }: Conversation): string {
  return executed.map(({ atMs, text }) => `${text} at ${atMs} ms`).join(', ');
}
