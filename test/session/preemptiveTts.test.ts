import { map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { Metric } from '../../src/core/metric.ts';
import type { Splices } from '../../src/session/splices/splice.ts';
import { does, says } from '../support/userActions.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../support/testSession.ts';

interface Played extends TestSession {
  readonly metrics: readonly Metric[];
}

/** Plays a session with a delay of 1.5 s: words that end at 960 ms are known at 1586 and committed at 2460. TTS takes 0.4 s for its first audio. */
async function play({ config, ...options }: TestSessionOptions, forMs = 14_000): Promise<Played> {
  const metrics: Metric[] = [];
  const made = createTestSession({
    llm: ['Fine. And you?', 'Good.', 'Well.'],
    llmBehaviour: { firstTokenMs: 100 },
    ...options,
    tts: { firstAudioMs: 400, ...options.tts },
    config: { min_endpointing_delay: 1.5, preemptive_generation: true, preemptive_tts: true, ...config },
    start: false,
  });
  made.session.edges.metrics.subscribe((metric) => metrics.push(metric));
  made.session.start();
  await made.clock.run(forMs);
  return { ...made, metrics };
}

const TELL_ME = says(320, 'tell me');
const GOES_ON = [TELL_ME, says(1900, 'about the kitchen', 900)];
const utterancesOf = ({ tts }: TestSession): readonly string[] =>
  tts.utterances.map(({ text, ended }) => `${text} ${ended}`);

describe('preemptive_tts', () => {
  it('speaks the answer at the commit: its first sentence was synthesised ahead', async () => {
    const played = await play({ user: [TELL_ME] });
    expect(played.when('user_message_added')).toEqual([2460]);
    expect(played.when('agent_started_speaking')).toEqual([2460]);
    expect(played.spoken()).toEqual(['Fine. And you?']);
    expect(utterancesOf(played)).toEqual(['Fine. And you? complete']);
    expect(played.history()).toEqual(['user: tell me', 'assistant: Fine. And you?']);
    expect(played.metrics[0]?.preemptive).toMatchObject({
      gainedMs: 100,
      tts: { gainedMs: 400, discardedCharacters: 0 },
    });
  });

  it('is off by default, and nothing without preemptive_generation', async () => {
    const off = await play({ user: [TELL_ME], config: { preemptive_tts: false } });
    expect(off.when('agent_started_speaking')).toEqual([2860]);
    expect(off.metrics[0]?.preemptive).not.toHaveProperty('tts');
    const alone = await play({ user: [TELL_ME], config: { preemptive_generation: false } });
    expect(alone.when('agent_started_speaking')).toEqual([2960]);
  });

  it('sends no more than the first sentence before the commit', async () => {
    const user = [TELL_ME, does(2400, ({ tts }) => sent.push(...tts.utterances.map(({ text }) => text)))];
    const sent: string[] = [];
    await play({ user });
    expect(sent).toEqual(['Fine. ']);
  });

  it('sends an answer of one sentence once it is whole', async () => {
    const { when } = await play({ user: [TELL_ME], llm: ['Fine.'] });
    expect(when('agent_started_speaking')).toEqual([2460]);
  });

  it.each(['sentences', 'tokens'] as const)(
    'takes the words that follow in one piece, with a provider that accepts %s',
    async (accepts) => {
      const played = await play({ user: [TELL_ME], llm: ['Fine. And you? All is well here.'], tts: { accepts } });
      expect(played.spoken()).toEqual(['Fine. And you? All is well here.']);
      expect(played.when('agent_started_speaking')).toEqual([2460]);
    },
  );

  it('drops what was synthesised when words follow, and counts its characters', async () => {
    const played = await play({ user: GOES_ON });
    expect(utterancesOf(played)).toEqual(['Fine.  cancelled', 'Good. complete']);
    expect(played.spoken()).toEqual(['Good.']);
    expect(played.metrics[0]?.preemptive?.tts).toEqual({ gainedMs: 400, discardedCharacters: 6 });
    expect(played.session.usage.tts).toMatchObject([{ characters: 11, heardCharacters: 5 }]);
    expect(played.ledger.open()['tts'] ?? 0).toBe(0);
  });

  it('has the same history and events as without', async () => {
    const [on, off] = [await play({ user: GOES_ON }), await play({ user: GOES_ON, config: { preemptive_tts: false } })];
    expect(on.history()).toEqual(off.history());
    expect(on.eventNames).toEqual(off.eventNames);
  });

  it('speaks anew what the provider failed at ahead, and reports nothing', async () => {
    const played = await play({ user: [TELL_ME], tts: { utterances: [{ failAfterChars: 2 }] } });
    expect(utterancesOf(played)).toEqual(['Fine.  failed', 'Fine. And you? complete']);
    expect(played.codes).toEqual([]);
    expect(played.when('agent_started_speaking')).toEqual([2860]);
    expect(played.spoken()).toEqual(['Fine. And you?']);
  });

  it('speaks anew an answer that a splice has changed', async () => {
    const shout: Splices['reply'] = (events) =>
      events.pipe(map((event) => (event.kind === 'text' ? { ...event, delta: event.delta.toUpperCase() } : event)));
    const played = await play({ user: [TELL_ME], options: { splice: { reply: shout } } });
    expect(utterancesOf(played)).toEqual(['Fine.  cancelled', 'FINE. AND YOU? complete']);
    expect(played.spoken()).toEqual(['FINE. AND YOU?']);
  });

  it('speaks an answer whose functions wait for the commit', async () => {
    const llm = [{ text: 'Let me see. One moment.', calls: [{ name: 'look' }] }, 'It is red.'];
    const looked: number[] = [];
    const functions = { look: (clock: { now(): number }) => void looked.push(clock.now()) };
    const played = await play({ user: [TELL_ME], llm, functions });
    expect(played.when('agent_started_speaking')).toEqual([2460]);
    expect(looked).toEqual([2460]);
    expect(played.history().at(-1)).toBe('assistant: Let me see. One moment. It is red.');
  });

  it('leaves nothing behind when the session ends before the commit', async () => {
    const user = [TELL_ME, does(2000, ({ session }) => session.end({ after: 'now' }))];
    const { ledger, tts } = await play({ user });
    expect(tts.utterances.map(({ ended }) => ended)).toEqual(['cancelled']);
    expect(ledger.open()).toEqual({});
  });
});
