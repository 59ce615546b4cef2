import { describe, expect, it, vi } from 'vitest';
import { TTS } from '../../providers/names.ts';
import { AntiphonError } from '../../src/core/errors.ts';
import { defineAgent, type Agent } from '../../src/session/agent.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import { startSession } from '../../src/session/opening/startSession.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createLlmDouble } from '../../src/testing/doubles/llm.ts';
import { createSttDouble } from '../../src/testing/doubles/stt.ts';
import { createTransportDouble } from '../../src/playback/transportDouble.ts';
import { createTtsDouble } from '../../src/testing/doubles/tts.ts';
import { createVadDouble } from '../../src/testing/doubles/vad.ts';

type Data = Record<string, unknown>;
type Configure = Agent<Data>['configure_session'];

const config: SessionConfig<Data> = {
  initial_messages: [],
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  session_data: {},
};

async function failure(configure_session: Configure, withPorts = true, untilMs = 0): Promise<AntiphonError> {
  const scheduler = new VirtualClock();
  const agent = defineAgent<Data>({ configure_session, llm_response_handler: createLlmDouble([]) });
  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };
  const starting = startSession(agent, createTransportDouble({ scheduler }), {
    scheduler,
    ...(withPorts && { ports }),
  });
  const failed = starting.then(
    () => new Error('it started'),
    (error: unknown) => error,
  );
  if (untilMs > 0) await scheduler.run(untilMs);
  return failed as Promise<AntiphonError>;
}

describe('startSession', () => {
  it('hands custom_data to configure_session, and starts', async () => {
    const scheduler = new VirtualClock();
    const seen: unknown[] = [];
    const agent = defineAgent<Data>({
      configure_session: ({ custom_data }) => {
        seen.push(custom_data);
        return { ...config, first_message: 'Hi.' };
      },
      llm_response_handler: createLlmDouble([]),
    });
    const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble({ scheduler }) };
    const io = createTransportDouble({ scheduler });
    const session = await startSession(agent, io, { scheduler, ports, custom_data: { guest: 'Ada' } });
    await scheduler.run(1000);
    expect(seen).toEqual([{ guest: 'Ada' }]);
    expect(io.played()).toHaveLength(1);
    session.close('ended_by_api');
    expect(await session.ended).toMatchObject({ reason: 'ended_by_api' });
  });

  it('names every fault of a config', async () => {
    const error = await failure(() => ({ ...config, min_endpointing_delay: -1, interrupt_word_threshold: 0.5 }));
    expect(error.code).toBe('config_invalid');
    expect(error.details.issues?.map(({ path }) => path)).toEqual([
      'interrupt_word_threshold',
      'min_endpointing_delay',
    ]);
  });

  it('reports what a provider finds wrong with its settings, and where', async () => {
    const { code, details } = await failure(() => ({ ...config, tts: TTS.Google({ credentials: {} }) }), false);
    expect([code, details.issues?.[0]?.path]).toEqual(['config_invalid', 'tts.credentials.client_email']);
  });

  it('passes on what configure_session throws', async () => {
    const error = await failure(() => {
      throw new Error('no such guest');
    });
    expect([error.code, error.message]).toEqual(['config_failed', 'no such guest']);
  });

  it('passes on what configure_session leaves behind and what throws while it is waited for', async () => {
    const error = await failure(() => {
      queueMicrotask(() => {
        throw new Error('no such guest');
      });
      return new Promise(() => {});
    });
    expect([error.code, error.message]).toEqual(['config_failed', 'no such guest']);
  });

  it.each([
    [9999, 'config_failed'],
    [10_001, 'config_timeout'],
  ])('waits 10 s for configure_session (%i ms)', async (ms, code) => {
    let aborted = false;
    const clock = new VirtualClock();
    const agent = defineAgent<Data>({
      configure_session: async ({ signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        await clock.sleep(ms);
        throw new Error('in the end');
      },
      llm_response_handler: createLlmDouble([]),
    });
    const failed = startSession(agent, createTransportDouble({ scheduler: clock }), { scheduler: clock }).catch(
      (error: unknown) => error,
    );
    await clock.run(20_000);
    expect(await failed).toMatchObject({ code });
    expect(aborted).toBe(true);
  });

  it('gives up when nobody waits for it any more, and starts nothing', async () => {
    const caller = new AbortController();
    let fired = false;
    const agent = defineAgent<Data>({
      configure_session: async ({ signal }) => {
        signal.addEventListener('abort', () => (fired = true));
        caller.abort();
        return config;
      },
      llm_response_handler: createLlmDouble([]),
    });
    const options = { signal: caller.signal, prepare: () => expect.unreachable() };
    const failed = startSession(agent, createTransportDouble({}), options);
    await expect(failed).rejects.toMatchObject({
      code: 'config_failed',
      message: expect.stringContaining('no longer waits'),
    });
    expect(fired).toBe(true);
    const late = startSession(agent, createTransportDouble({}), options);
    await expect(late).rejects.toMatchObject({ code: 'config_failed' });
  });

  it('knows its errors as AntiphonError', async () => {
    expect(await failure(() => ({ ...config, min_endpointing_delay: -1 }))).toBeInstanceOf(AntiphonError);
  });
});

describe('what configure_session throws after it has settled', () => {
  const lateFailure = ['config_failed', 'configure_session failed after it had settled', 'no such guest'];
  const printed = 'antiphon: config_failed: configure_session failed after it had settled';

  /** Configures so that `fail` rejects a promise that nobody awaits. */
  function failingLater(own: Partial<typeof config> = {}): { readonly agent: Agent<Data>; fail(): Promise<void> } {
    let fail = (): void => undefined;
    const failing = new Promise<void>((resolve) => (fail = resolve));
    const agent = defineAgent<Data>({
      configure_session: () => {
        void failing.then(() =>
          queueMicrotask(() => {
            throw new Error('no such guest');
          }),
        );
        return { ...config, ...own };
      },
      llm_response_handler: createLlmDouble([]),
    });
    return { agent, fail: () => (fail(), new Promise((resolve) => setImmediate(resolve))) };
  }

  const ports = { vad: createVadDouble(), stt: createSttDouble({ says: [] }), tts: createTtsDouble() };

  it('is an error of the session that was started with it, and goes to the console after its end', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const scheduler = new VirtualClock();
    for (const isOver of [false, true]) {
      const { agent, fail } = failingLater();
      const session = await startSession(agent, createTransportDouble({ scheduler }), {
        scheduler,
        ports,
        id: 'ses_1',
      });
      const errors: unknown[] = [];
      session.errors$.subscribe(({ code, message, cause }) => errors.push([code, message, (cause as Error).message]));
      if (isOver) session.close('ended_by_api');
      await fail();
      expect(errors).toEqual(isOver ? [] : [lateFailure]);
      expect(consoleError.mock.calls.map(([text]) => text.split('\n')[0])).toEqual(
        isOver ? [printed.replace('antiphon', 'antiphon ses_1')] : [],
      );
      session.close('ended_by_api');
    }
  });

  it.each([
    [true, [printed]],
    [false, []],
  ])('goes to the console where no session has come of it (logFailures: %s)', async (logFailures, lines) => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const scheduler = new VirtualClock();
    const { agent, fail } = failingLater({ min_endpointing_delay: -1 });
    const starting = startSession(agent, createTransportDouble({ scheduler }), { scheduler, ports, logFailures });
    await expect(starting).rejects.toMatchObject({ code: 'config_invalid' });
    await fail();
    expect(consoleError.mock.calls.map(([text]) => text)).toEqual(lines);
  });
});
