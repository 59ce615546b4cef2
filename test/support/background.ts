import type { Recording } from '../../src/record/format.ts';
import type { LlmReply } from '../../src/testing/doubles/streamReply.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { recordingOf } from '../replay/whatIf/conversation.ts';
import { after, createFunctions, type Work } from '../session/background/desk.ts';
import { does, TELL_ME, types } from './userActions.ts';

const calls = (...made: readonly (readonly [id: string, name: string])[]): LlmReply => ({
  calls: made.map(([id, name]) => ({ id, name })),
});

/**
 * 40 s: `book` reports its progress; another call of it is refused, and `look` in the same round is not. `find` is
 * replaced, `pay` is cancelled by the model, `mail` by the application, which also asks for two replies.
 */
export function backgroundRecording(): Promise<Recording> {
  const clock = new VirtualClock();
  const works: Readonly<Record<string, Work>> = {
    book: {
      does: async ({ acknowledge, progress }) => {
        acknowledge('request 7 was sent');
        await clock.sleep(3000);
        progress('half', { say: 'Half of it is done.' });
        await clock.sleep(3000);
        return 'booked';
      },
    },
    look: { does: after(500, 'sunny'), background: false },
    find: { does: after(6000, 'found'), background: { result: 'interrupt', duplicates: 'replace' } },
    pay: { does: after(60_000), background: { cancel: true } },
    mail: { does: after(60_000), background: { result: 'silent' } },
  };
  return recordingOf({
    clock,
    user: [
      TELL_ME,
      types(4000, 'again, and the weather'),
      types(12_000, 'find a hotel'),
      types(14_000, 'in Rome'),
      types(22_000, 'pay, and write to them'),
      types(25_000, 'do not pay'),
      does(28_000, ({ session }) => session.cancel('mail-1')),
      does(30_000, ({ session }) => session.respond({ instructions: 'Mention the terrace.', text: 'hello' })),
      does(34_000, ({ session }) => session.respond()),
    ],
    llm: [
      calls(['book-1', 'book']),
      'I am on it.',
      calls(['book-2', 'book'], ['look-1', 'look']),
      'It is sunny.',
      'It is booked.',
      calls(['find-1', 'find']),
      'I search.',
      calls(['find-2', 'find']),
      'In Rome, then.',
      'I have found one in Rome.',
      calls(['pay-1', 'pay'], ['mail-1', 'mail']),
      'I pay and write.',
      calls(['cancel-1', 'cancel_pay']),
      'I do not pay.',
      'We have a terrace.',
      'Anything else?',
    ],
    agent: { functions: createFunctions(works, clock) },
    untilMs: 40_000,
  });
}
