import { describe, expect, test } from 'vitest';
import type { Recording } from '../../../src/record/format.ts';
import { replay } from '../../../src/replay/replay.ts';
import { createSttFallback } from '../../../src/fallback/createSttFallback.ts';
import { createTtsFallback } from '../../../src/fallback/createTtsFallback.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { createTtsDouble, type TtsDoubleOptions } from '../../../src/testing/doubles/tts.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { recorder, type KeptRecorder } from '../../replay/record.ts';
import { createTestSession, type TestSession, type TestSessionOptions } from '../../support/testSession.ts';
import { says } from '../../support/userActions.ts';

const ANSWER = 'Your table is booked. It is for two people, at seven.';
const WORD_END = 'Your table'.length;

interface Broken {
  readonly voice?: TtsDoubleOptions;
  readonly hears?: 'failed' | 'none';
  readonly record?: KeptRecorder;
}

/** A session whose first recogniser and first voice have these faults, and whose second ones have none. */
function createBroken({ voice = {}, hears, record }: Broken, options: TestSessionOptions = {}): TestSession {
  const clock = new VirtualClock();
  const heard = (answer?: 'failed' | 'none') => () => ({ text: 'book a table', ...(answer && { answer }) });
  return createTestSession({
    user: [says(500, 'book a table')],
    llm: [ANSWER, 'Yes?'],
    clock,
    ...options,
    options: { ...options.options, ...(record && { record }) },
    replaceParts: ({ io, ports }) => ({
      io,
      ports: {
        ...ports,
        stt: createSttFallback(
          [
            createSttDouble({ name: 'deaf', says: heard(hears), scheduler: clock, finalTimeoutMs: 5000 }),
            createSttDouble({ name: 'hearing', says: heard(), scheduler: clock }),
          ],
          { scheduler: clock },
        ),
        tts: createTtsFallback(
          [
            createTtsDouble({ name: 'hoarse', scheduler: clock, ...voice }),
            createTtsDouble({ name: 'clear', scheduler: clock }),
          ],
          { scheduler: clock },
        ),
      },
    }),
  });
}

async function recorded(broken: Broken): Promise<Recording> {
  const record = recorder();
  const { clock, session } = createBroken({ ...broken, record });
  await clock.run(12_000);
  session.close('ended_by_api');
  await clock.advance(100);
  return record.recording();
}

describe('a session with fallbacks', () => {
  test('hears the whole answer, and says who failed', async () => {
    const { clock, history, spoken, errors } = createBroken({ voice: { failAfterChars: WORD_END } });
    await clock.run(12_000);
    expect(history().at(-1)).toBe(`assistant: ${ANSWER}`);
    expect(spoken()).toEqual([ANSWER]);
    expect(errors.map(({ code, details }) => [code, details.provider, details.failure])).toEqual([
      ['provider_fallback', 'hoarse', false],
    ]);
  });

  test('keeps exactly what was heard, when the user interrupts in the words of the second voice', async () => {
    const heardBy = async (voice: TtsDoubleOptions): Promise<string | undefined> => {
      const user = [says(500, 'book a table'), says(4200, 'stop it right there please')];
      const { clock, history } = createBroken({ voice }, { user });
      await clock.run(12_000);
      return history().find((line) => line.startsWith('assistant'));
    };
    const whole = await heardBy({});
    expect(await heardBy({ failAfterChars: WORD_END })).toBe(whole);
    expect(whole?.length).toBeGreaterThan('assistant: Your table'.length + 5);
    expect(whole).not.toContain('seven');
  });

  test('understands the user, when the first recogniser fails or is slow', async () => {
    for (const hears of ['failed', 'none'] as const) {
      const { clock, history, errors } = createBroken({ hears });
      await clock.run(12_000);
      expect(history()[0]).toBe('user: book a table');
      expect(errors.map(({ details }) => details.provider)).toEqual(['deaf']);
    }
  });

  test('counts each provider, and names the one that has answered', async () => {
    const made = createBroken({ hears: 'failed', voice: { failAfterChars: WORD_END, speed: 3 } });
    const answers: (string | null)[] = [];
    made.session.firstBytes$.subscribe(({ provider }) => answers.push(provider));
    await made.clock.run(12_000);
    const { stt, tts } = made.session.usage;
    expect(stt.map(({ provider, seconds }) => [provider, seconds > 0])).toEqual([
      ['deaf', true],
      ['hearing', true],
    ]);
    expect(stt[0]?.seconds).toBe(stt[1]?.seconds);
    expect(tts).toMatchObject([
      { provider: 'hoarse', characters: ANSWER.length, heardCharacters: 0 },
      { provider: 'clear', characters: ANSWER.length - WORD_END, heardCharacters: ANSWER.length },
    ]);
    expect(answers).toEqual(['hearing', null, 'hoarse']);
  });

  test('counts as before, when a port stands for one provider', async () => {
    const { clock, session } = createTestSession({ user: [says(500, 'book a table')], llm: [ANSWER] });
    await clock.run(12_000);
    expect(session.usage.tts).toMatchObject([{ provider: 'tts-double', characters: ANSWER.length }]);
    expect(session.usage.stt).toHaveLength(1);
  });

  test.each<[string, Broken]>([
    ['a voice that breaks off', { voice: { failAfterChars: WORD_END } }],
    ['a voice that stalls', { voice: { stallAfterChars: WORD_END } }],
    ['a recogniser that fails', { hears: 'failed' }],
    ['a recogniser that is slow', { hears: 'none' }],
  ])('is replayed without a difference after %s, and asks no provider', async (_, broken) => {
    const recording = await recorded(broken);
    expect((await replay(recording)).difference).toBe(null);
    expect(JSON.stringify(recording.lines)).toContain('provider_fallback');
  });
});
