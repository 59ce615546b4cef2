import { concat, NEVER, of, tap, throwError } from 'rxjs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import type { ChatCompletionChunk } from '../../../src/core/chunk.ts';
import { defineFunction, type Agent } from '../../../src/session/agent.ts';
import { chunk, finish } from '../../../src/testing/doubles/chunks.ts';
import { streamReply } from '../../../src/testing/doubles/streamReply.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import type { SessionConfig } from '../../../src/session/config/config.ts';
import type { Stages } from '../../../src/session/stages.ts';
import { config, post, problemIn, type Data } from '../support.ts';
import { errorCodes } from './peer.ts';
import { ANSWER, answering, createSite, PHASES } from './site.ts';

type Handler = Agent<Data>['llm_response_handler'];

const SPOKEN = 'One table is free. ';
const malformed = { choices: 'none' } as unknown as ChatCompletionChunk;
const fail = (): never => {
  throw new Error('out of order');
};

/** The first sample of a frame at which a stage throws. */
const POISON = -9999;
const poisoned: Stages = {
  vad: (_, standard) => (frames) =>
    frames.pipe(
      tap(({ samples: [first] }) => (first === POISON ? fail() : undefined)),
      standard(),
    ),
};

/** What the model does, while the user waits and while the agent speaks, and what the user is told. */
const MODEL: readonly (readonly [name: string, handler: (clock: VirtualClock) => Handler, codes: readonly string[]])[] =
  [
    ['throws', () => fail, ['handler_failed']],
    ['rejects', () => () => Promise.reject(new Error('out of order')), ['handler_failed']],
    ['never resolves', () => () => new Promise<never>(() => undefined), ['slow_reply', 'handler_timeout']],
    ['never yields', () => () => NEVER, ['slow_reply', 'handler_timeout']],
    ['sends a malformed chunk', () => () => of(malformed), ['chunk_invalid']],
    ['breaks after a sentence', () => () => concat(of(chunk(SPOKEN)), throwError(fail)), ['handler_failed']],
    ['stalls after a sentence', () => () => concat(of(chunk(SPOKEN)), NEVER), ['handler_timeout']],
    ['sends a malformed chunk after a sentence', () => () => of(chunk(SPOKEN), malformed), ['chunk_invalid']],
    ['goes on after its end', () => () => of(chunk(SPOKEN), finish(), chunk('And so on. ')), []],
  ];

describe('the model', () => {
  it.each(MODEL)('%s: the user is told, and is answered when it asks again', async (_, handler, codes) => {
    const clock = new VirtualClock();
    const site = await createSite({ clock, agent: { llm_response_handler: answering(clock, handler(clock)) } });
    site.victim.say({ type: 'input.text', text: 'answer me' });
    await site.pass(20_000, 50);
    expect(errorCodes(site.victim)).toEqual(codes);
    expect(site.history().filter((one) => one.startsWith('assistant'))).toEqual(
      site.victim.samples > 0 ? [`assistant: ${SPOKEN.trim()}`] : [],
    );
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
  });

  it('calls functions without an end: the last round answers without them', async () => {
    const look = defineFunction({ description: 'looks', parameters: z.object({}), execute: () => 'nothing' });
    const clock = new VirtualClock();
    const calling: Handler = () => streamReply({ calls: [{ name: 'look' }] }, clock);
    const agent = { functions: { look }, llm_response_handler: answering(clock, calling) };
    const site = await createSite({ clock, agent });
    site.victim.say({ type: 'input.text', text: 'answer me' });
    await site.pass(20_000, 50);
    expect(errorCodes(site.victim)).toContain('function_rounds_exceeded');
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
  });

  it('is interrupted while interruptions are not allowed: it finishes, and the next question is answered', async () => {
    const configure_session = (): SessionConfig<Data> => ({
      ...config,
      allow_interruptions: false,
      session_data: { role: 'victim' },
    });
    const site = await createSite({ agent: { configure_session } });
    await site.reach('speaking');
    site.victim.say({ type: 'agent.interrupt' });
    await site.speak();
    expect(await site.asksAgain()).toBe(true);
    expect(site.history()).toContain(`assistant: ${ANSWER}`);
    await site.finish();
  });

  it('keeps yielding after it was interrupted: nothing of it is heard, and it is left', async () => {
    const clock = new VirtualClock();
    let left = 0;
    const endless: Handler = async function* () {
      try {
        for (;;) {
          yield chunk('And so on. ');
          await clock.sleep(100);
        }
      } finally {
        left += 1;
      }
    };
    const site = await createSite({ clock, agent: { llm_response_handler: answering(clock, endless) } });
    await site.reach('speaking');
    expect(await site.asksAgain()).toBe(true);
    const heard = site.victim.samples;
    await site.pass(5000);
    expect([site.victim.samples, left]).toEqual([heard, 1]);
    await site.finish();
  });
});

const EVENTS = [
  'on_user_started_speaking',
  'on_user_stopped_speaking',
  'on_user_message_added',
  'on_agent_started_speaking',
  'on_agent_stopped_speaking',
  'on_agent_message_added',
  'on_agent_interrupted',
];

describe.each(PHASES)('while it is %s, event handlers', (phase) => {
  it.each([
    ['throw', fail, true],
    ['reject', () => Promise.reject(new Error('out of order')), true],
    ['never resolve', () => new Promise(() => undefined), false],
    ['throw later', () => queueMicrotask(fail), true],
  ])('%s: the conversation goes on', async (_, handler, isReported) => {
    const agent: Partial<Agent<Data>> = Object.fromEntries(EVENTS.map((event) => [event, handler]));
    const site = await createSite({ agent });
    await site.reach(phase);
    expect(await site.asksAgain()).toBe(true);
    expect([...new Set(errorCodes(site.victim))]).toEqual(isReported ? ['event_handler_failed'] : []);
    await site.finish();
  });
});

describe.each(PHASES)('while it is %s, the session', (phase) => {
  it('has a stage of voice activity detection that throws: it ends, and gives the reason', async () => {
    const site = await createSite({ server: { stages: poisoned } });
    await site.reach(phase);
    site.victim.socket.send(new Int16Array(320).fill(POISON));
    await site.pass(25_000, 100);
    expect([await site.state(), site.victim.closeCode]).toEqual(['ended: part_failed', 1011]);
    await site.finish();
  });

  it.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('has a wall clock that jumps an hour %s: it goes on', async (_, ms) => {
    const site = await createSite();
    await site.reach(phase);
    shiftWallClock(ms);
    expect([await site.asksAgain(), errorCodes(site.victim), await site.state()]).toEqual([true, [], 'active']);
    await site.finish();
  });

  it('reaches max_duration: it ends, and gives the reason', async () => {
    const site = await createSite({ request: { max_duration: 3 } });
    await site.reach(phase);
    await site.pass(6000, 100);
    expect([await site.state(), site.victim.closeCode]).toEqual(['ended: max_duration', 1000]);
    await site.finish();
  });
});

function shiftWallClock(ms: number): void {
  const Before = Date;
  const now = (): number => Before.now() + ms;
  class Shifted extends Before {
    static override now = now;
    constructor(...given: readonly [number?]) {
      super(...([given[0] ?? now()] as const));
    }
  }
  vi.stubGlobal('Date', Shifted);
  onTestFinished(() => void vi.unstubAllGlobals());
}

const isBad = ({ custom_data }: { readonly custom_data: unknown }): boolean =>
  (custom_data as { readonly isBad?: boolean }).isBad === true;

describe('while others talk, a session that cannot be configured', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;

  it.each([
    ['throws', fail, 502, 'handler_failed'],
    ['rejects', () => Promise.reject(new Error('out of order')), 502, 'handler_failed'],
    ['returns nothing', () => undefined, 422, 'config_invalid'],
    ['never resolves', () => new Promise(() => undefined), 504, 'configure_timeout'],
    ['has session_data with a BigInt', () => ({ ...config, session_data: { large: 1n } }), 422, 'config_invalid'],
    ['has session_data with a cycle', () => ({ ...config, session_data: cycle }), 422, 'config_invalid'],
  ])('%s: its caller is told, and there is no session', async (_, configure, status, code) => {
    const site = await createSite({
      agent: { configure_session: (input) => (isBad(input) ? (configure() as never) : config) },
    });
    const answer = post(site.app, { custom_data: { role: 'victim', isBad: true } });
    await site.pass(12_000, 200);
    const response = await answer;
    expect([response.statusCode, problemIn(response).code]).toEqual([status, code]);
    expect(await site.asksAgain()).toBe(true);
    await site.finish();
  });
});
