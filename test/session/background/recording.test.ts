import { describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import { replay } from '../../../src/replay/replay.ts';
import { whatIf } from '../../../src/replay/whatIf/whatIf.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { recordingOf } from '../../replay/whatIf/conversation.ts';
import { does, TELL_ME, types } from '../../support/userActions.ts';
import { after, calls, createFunctions, type Work } from './desk.ts';

describe('a recording', () => {
  const works: Readonly<Record<string, Work>> = {
    book: {
      background: { cancel: true },
      does: async ({ acknowledge, progress }, clock) => {
        acknowledge('begun');
        await clock.sleep(3000);
        progress('half', { say: 'Half of it is done.' });
        await clock.sleep(3000);
        return 'booked';
      },
    },
    find: { background: { result: 'interrupt' }, does: after(2500, 'found') },
  };
  const record = (): Promise<Recording> => {
    const clock = new VirtualClock();
    return recordingOf({
      clock,
      user: [TELL_ME, types(9000, 'once more'), does(11_000, ({ session }) => session.cancel('book'))],
      llm: [calls('book', 'find'), 'On it.', 'Found.', 'Booked.', calls('book'), 'On it again.'],
      agent: { functions: createFunctions(works, clock) },
      untilMs: 20_000,
    });
  };

  it('is replayed without a difference', async () => {
    expect((await replay(await record())).difference).toBeNull();
  });

  it('is the same on every run', async () => {
    const [one, two] = await Promise.all([record(), record()]);
    expect(two.lines).toEqual(one.lines);
  });

  it('is played with other settings, with its functions as they were', async () => {
    const { before, after: changed } = await whatIf(await record(), { min_endpointing_delay: 0.6 });
    expect(changed.agent.map(({ text }) => text)).toEqual(before.agent.map(({ text }) => text));
  });

  it('is played with a result that came at once as it was, without a reply of its own', async () => {
    const clock = new VirtualClock();
    const recording = await recordingOf({
      clock,
      user: [TELL_ME],
      llm: [calls('look'), 'It is sunny.', 'never said'],
      agent: { functions: createFunctions({ look: { does: () => 'sunny' } }, clock) },
      untilMs: 20_000,
    });
    const { after: changed } = await whatIf(recording, { min_endpointing_delay: 0.6 });
    expect(changed.agent.map(({ text }) => text)).toEqual(['It is sunny.']);
  });
});
