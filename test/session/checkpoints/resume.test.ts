import { NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { HistoryMessage } from '../../../src/core/message.ts';
import type { Checkpoint } from '../../../src/core/checkpoint.ts';
import { replay } from '../../../src/replay/replay.ts';
import type { OnSessionResumedInput } from '../../../src/session/agent.ts';
import { STT, TTS } from '../../../providers/names.ts';
import { restoreUpdates } from '../../../src/session/checkpoints/resume.ts';
import { maskConfig } from '../../../src/session/config/maskConfig.ts';
import type { SessionEvent } from '../../../src/session/events.ts';
import { chunk } from '../../../src/testing/doubles/chunks.ts';
import { createTtsDouble } from '../../../src/testing/doubles/tts.ts';
import { recorder } from '../../replay/record.ts';
import { createFunction } from '../../support/testSession.ts';
import { crash, resume, watch, type ResumedSession } from './crashed.ts';

const BRIEF = { initial_messages: [{ role: 'system', content: 'Be brief.' }] } as const;

function seqsOf({ session }: Pick<ResumedSession, 'session'>): number[] {
  const seqs: number[] = [];
  session.events$.subscribe(({ seq }: SessionEvent) => seqs.push(seq));
  return seqs;
}

async function messagesOf({ session }: Pick<ResumedSession, 'session'>): Promise<readonly HistoryMessage[]> {
  let messages: readonly HistoryMessage[] = [];
  session.history$.subscribe((entries) => (messages = entries.map(({ message }) => message))).unsubscribe();
  return messages;
}

describe('a session that is resumed from its checkpoint', () => {
  it('has the id, the history and the session data of the one that died', async () => {
    const died = watch({ llm: ['One.'], config: { ...BRIEF, session_data: { order: 1 }, first_message: 'Hello.' } });
    died.type(3000, 'first');
    const checkpoint = await crash(died, 8000);
    const resumed = resume(checkpoint, {
      config: { session_data: { order: 0 }, first_message: 'Hello.' },
      options: { id: 'ses_test' },
    });
    await resumed.clock.run(5000);
    expect(resumed.history()).toEqual(['system: Be brief.', 'assistant: Hello.', 'user: first', 'assistant: One.']);
    expect(resumed.history()).toEqual(died.history());
    expect(resumed.session.id).toBe(died.session.id);
    expect(resumed.resumed[0]?.session_data).toEqual({ order: 1 });
    expect(resumed.spoken()).toEqual([]);
  });

  it('goes on with the history in the next turn', async () => {
    const died = watch({ llm: ['One.'] });
    died.type(100, 'first');
    const resumed = resume(await crash(died, 5000), { llm: ['Two.'] });
    resumed.type(1000, 'second');
    await resumed.clock.run(6000);
    expect(resumed.history()).toEqual(['user: first', 'assistant: One.', 'user: second', 'assistant: Two.']);
  });

  it('numbers its events on, behind a gap', async () => {
    const died = watch({ llm: ['One.'] });
    died.type(100, 'first');
    const checkpoint = await crash(died, 5000);
    expect(checkpoint.seq).toBe(3);
    const resumed = resume(checkpoint, { llm: ['Two.'] });
    const seqs = seqsOf(resumed);
    resumed.type(1000, 'second');
    expect((await crash(resumed, 6000)).seq).toBe(1007);
    expect(seqs).toEqual([1004, 1005, 1006, 1007]);
  });

  it('answers the words whose answer was lost, behind what the agent says about the loss', async () => {
    const died = watch({ llm: [{ text: 'One.', firstTokenMs: 4000 }] });
    died.type(100, 'first');
    const checkpoint = await crash(died, 2000);
    expect(checkpoint.unanswered).toBe('first');
    const resumed = resume(checkpoint, {
      llm: ['One.'],
      agent: { on_session_resumed: ({ session }: OnSessionResumedInput) => session.say('Sorry, where were we?') },
    });
    await resumed.clock.run(6000);
    expect(resumed.history()).toEqual(['user: first', 'assistant: Sorry, where were we?', 'assistant: One.']);
    expect(resumed.codes).toEqual([]);
  });

  it('has what was heard of the words that were being spoken in its history, and says what they were', async () => {
    const died = watch({ llm: ['A long story that the user does not hear to its end.'] });
    died.type(100, 'first');
    const resumed = resume(await crash(died, 2000));
    await resumed.clock.run(100);
    const heard = 'A long story that';
    expect(resumed.resumed).toMatchObject([
      { unanswered: 'first', speaking: 'A long story that the user does not hear to its end.', heard },
    ]);
    expect(resumed.history()).toEqual(['user: first', `assistant: ${heard}`]);
  });

  it('goes on with the answer behind what was heard of it', async () => {
    const died = watch({ llm: ['A long story that the user does not hear to its end.'] });
    died.type(100, 'first');
    const asked: unknown[] = [];
    const resumed = resume(await crash(died, 2000), {
      agent: {
        llm_response_handler: ({ messages }) => {
          asked.push(messages.map(({ role, content }) => `${role}: ${content}`));
          return of(chunk('The rest.'));
        },
      },
    });
    await resumed.clock.run(5000);
    expect(asked).toEqual([['user: first', 'assistant: A long story that']]);
    expect(resumed.history()).toEqual(['user: first', 'assistant: A long story that', 'assistant: The rest.']);
  });

  it('has what was heard in front of the results of the calls that were under way', async () => {
    const functions = { book: () => NEVER };
    const died = watch({
      llm: [{ text: 'I look whether there is a table for all of you.', calls: [{ name: 'book', arguments: {} }] }],
      functions,
    });
    died.type(100, 'book it');
    const resumed = resume(await crash(died, 1500), { functions });
    await resumed.clock.run(100);
    expect((await messagesOf(resumed)).map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: book it',
      'assistant: I look whether',
      'assistant: ',
      'tool: interrupted: may have been carried out',
    ]);
  });

  it('has the history of a checkpoint of an earlier version, which does not say what was heard', async () => {
    const died = watch({ llm: ['One.'] });
    died.type(100, 'first');
    const { heard: _, ...earlier } = await crash(died, 5000);
    const resumed = resume(earlier as Checkpoint);
    await resumed.clock.run(100);
    expect(resumed.history()).toEqual(['user: first', 'assistant: One.']);
    expect(resumed.resumed[0]?.heard).toBe('');
  });

  it('gives the calls that were under way the result that they may have been carried out', async () => {
    const functions = { book: () => NEVER };
    const died = watch({ llm: [{ calls: [{ name: 'book', arguments: { seats: 2 } }] }], functions });
    died.type(100, 'book it');
    const resumed = resume(await crash(died, 2000), { llm: ['I may have booked it.'], functions });
    await resumed.clock.run(5000);
    const interrupted = 'interrupted: may have been carried out';
    expect(resumed.resumed[0]?.interrupted_calls).toEqual([
      {
        tool_call_id: 'call-0',
        role: 'tool',
        content: interrupted,
        function: { name: 'book', arguments: '{"seats":2}' },
      },
    ]);
    expect(await messagesOf(resumed)).toMatchObject([
      { role: 'user', content: 'book it' },
      { role: 'assistant', tool_calls: [{ id: 'call-0' }] },
      { role: 'tool', tool_call_id: 'call-0', content: interrupted },
      { role: 'assistant', content: 'I may have booked it.' },
    ]);
  });

  it('has the results of the calls that were over', async () => {
    const died = watch({
      llm: [{ calls: [{ name: 'book' }] }, { text: 'Booked.', firstTokenMs: 5000 }],
      functions: { book: () => 'seat 7' },
    });
    died.type(100, 'book it');
    const resumed = resume(await crash(died, 2000), { llm: ['Booked.'] });
    await resumed.clock.run(5000);
    expect(resumed.resumed[0]?.interrupted_calls).toEqual([]);
    expect(resumed.history()).toEqual(['user: book it', 'assistant: ', 'tool: seat 7', 'assistant: Booked.']);
  });

  it('keeps what session.update() has changed, also for the next reply', async () => {
    const ran: string[] = [];
    const own = { open: createFunction(() => ran.push('open')), close: createFunction(() => ran.push('close')) };
    const died = watch({ llm: ['One.'], config: BRIEF, agent: { functions: own } });
    died.update(50, { functions: { open: own.open } });
    died.type(100, 'first');
    died.update(3000, { instructions: 'Be long.' });
    const checkpoint = await crash(died, 5000);
    expect(checkpoint.updates).toEqual({ count: 2, instructions: 'Be long.', functions: ['open'] });
    const tools: (readonly string[])[] = [];
    const resumed = resume(checkpoint, {
      agent: {
        functions: own,
        llm_response_handler: ({ tools: offered = [] }) => {
          tools.push(offered.map(({ function: { name } }) => name));
          return NEVER;
        },
      },
    });
    resumed.type(100, 'second');
    await resumed.clock.run(1000);
    expect(tools).toEqual([['open']]);
    expect(resumed.history()[0]).toBe('system: Be long.');
    expect(resumed.resumed[0]?.lost_updates).toEqual([]);
  });

  it('has the changed voice with the keys of the config, which no checkpoint has', async () => {
    const configured = { provider: 'deepgram', api_key: 'key-of-the-voice' } as const;
    const changed = { ...configured, model: 'aura-2-thalia-en' };
    const checkpoint = await crash(watch(), 100);
    const restore = (tts: object): unknown =>
      restoreUpdates(
        { ...checkpoint, updates: { count: 1, tts: maskConfig(tts) } },
        {},
        { tts: configured, stt: configured },
      );
    expect(JSON.stringify(maskConfig(changed))).not.toContain('key-of-the-voice');
    expect(restore(changed)).toEqual({ update: { tts: changed }, lost: [] });
    expect(restore({ provider: 'openai', api_key: 'key-of-another' })).toEqual({ update: null, lost: ['tts'] });
  });

  it('has the keys of a fallback from the same members of the configured one', async () => {
    const checkpoint = await crash(watch(), 100);
    const [cartesia, fish] = [TTS.Cartesia({ api_key: 'key-of-cartesia' }), TTS.Fish({ api_key: 'key-of-fish' })];
    const restore = (tts: object): unknown =>
      restoreUpdates(
        { ...checkpoint, updates: { count: 1, tts: maskConfig(tts) } },
        {},
        { stt: STT.Deepgram({ api_key: 'key-of-deepgram' }), tts: TTS.Fallback([cartesia, fish]) },
      );
    const changed = TTS.Fallback([cartesia, fish], { timeout: 1 });
    expect(restore(changed)).toEqual({ update: { tts: changed }, lost: [] });
    expect(restore(TTS.Fallback([fish, cartesia]))).toEqual({ update: null, lost: ['tts'] });
    expect(restore(TTS.Fallback([cartesia, fish, fish]))).toEqual({ update: null, lost: ['tts'] });
  });

  it('says which updates it cannot restore', async () => {
    const died = watch({});
    died.update(50, { functions: { gone: createFunction(() => '') } });
    died.update(60, { tts: createTtsDouble() });
    const resumed = resume(await crash(died, 1000));
    await resumed.clock.run(100);
    expect(resumed.resumed[0]?.lost_updates).toEqual(['functions', 'tts']);
  });

  it('is recorded, and replays without a difference', async () => {
    const died = watch({ llm: [{ text: 'One.', firstTokenMs: 4000 }] });
    died.type(100, 'first');
    const kept = recorder();
    const resumed = resume(await crash(died, 2000), { llm: ['One.'], options: { record: kept } });
    await resumed.clock.run(5000);
    resumed.session.end();
    await resumed.clock.run(6000);
    expect((await replay(kept.recording())).difference).toBe(null);
  });

  it.each([
    ['another version', { format: 2 }, 'format'],
    ['no history', { messages: 'none' }, 'messages'],
    ['no JSON as session data', { session_data: '{' }, 'session_data'],
  ])('refuses a checkpoint with %s', async (_, change, path) => {
    const checkpoint = await crash(watch(), 100);
    expect(() => resume({ ...checkpoint, ...change } as never)).toThrow(
      expect.objectContaining({ code: 'checkpoint_invalid', message: expect.stringContaining(path) as string }),
    );
  });
});
