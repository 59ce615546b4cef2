import { map, take, timer } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { leaveMessage } from '../../examples/voicemail/leaveMessage.ts';
import { silero } from '../../providers/silero/model.ts';
import { concatSamples } from '../../src/core/audio.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';
import { speakPcm } from '../support/voice.ts';

const RATE = 22_050;
const FRAME_MS = 20;
const GREETING =
  'You have reached the office of Ada Miller. I am out for lunch, and will be back at two. Please leave a message after the tone.';
const MESSAGE = 'Please call back.';

const silence = (seconds: number): Int16Array => new Int16Array(Math.round(seconds * RATE));

/** The sum of tones, as loud as speech. */
function tones(seconds: number, ...hz: readonly number[]): Int16Array {
  const at = (n: number): number => hz.reduce((sum, one) => sum + Math.sin((2 * Math.PI * one * n) / RATE), 0);
  return Int16Array.from({ length: Math.round(seconds * RATE) }, (_, n) => (6000 * at(n)) / hz.length);
}

/** Music: a chord each half second. */
function music(seconds: number): Int16Array {
  const chords = [
    [262, 330, 392],
    [294, 349, 440],
    [247, 294, 392],
  ];
  return concatSamples(
    Array.from({ length: 2 * seconds }, (_, n) => tones(0.5, ...(chords[n % chords.length] as number[]))),
  );
}

const say = async (text: string): Promise<Int16Array> => (await speakPcm(text)).samples;

interface Call extends TestSession {
  /** When the audio of the other end ended, in ms. */
  readonly endedMs: number;
}

/** Calls someone who is heard by the bundled Silero, and whose words come with a delay of 50 ms. */
async function call(heard: readonly Int16Array[], says: readonly string[]): Promise<Call> {
  const clock = new VirtualClock();
  const samples = concatSamples([silence(0.5), ...heard]);
  const length = (RATE * FRAME_MS) / 1000;
  const all = concatSamples([samples, silence(15)]);
  const audioIn = timer(FRAME_MS, FRAME_MS, clock).pipe(
    take(Math.floor(all.length / length)),
    map((n) => ({ samples: all.subarray(n * length, (n + 1) * length), sampleRate: RATE })),
  );
  const made = createTestSession({
    clock,
    says,
    stt: { msPerWord: 250 },
    llm: ['Hello, this is Grace.', 'Yes?'],
    transport: { audioIn },
    options: { ports: { vad: silero({ sampleRate: 16_000 }) } },
    start: false,
  });
  const endedMs = (samples.length * 1000) / RATE;
  leaveMessage(made.session, MESSAGE, clock);
  made.session.start();
  await clock.run(endedMs + 14_000);
  return { ...made, endedMs };
}

describe('leaveMessage, in a call with speech', () => {
  it.each([
    ['by what it says', [GREETING]],
    ['by how long it speaks, without its words', []],
  ])('knows a greeting of a machine %s, and leaves the message behind the beep', async (_, says) => {
    const { spoken, session, when, endedMs } = await call([await say(GREETING), silence(0.6), tones(0.5, 1000)], says);
    expect(spoken().filter((text) => text !== '')).toEqual([MESSAGE]);
    const [started = 0] = when('agent_started_speaking').slice(-1);
    expect(started).toBeGreaterThanOrEqual(endedMs);
    expect(started).toBeLessThan(endedMs + 100);
    await expect(session.ended).resolves.toMatchObject({ reason: 'agent_ended' });
  });

  it('does not take a tone of the line for the beep', async () => {
    const line = [tones(1, 425), silence(1)];
    const greeting = [await say(GREETING), silence(0.6), tones(0.5, 1000)];
    const { spoken, when, endedMs } = await call([...line, ...greeting], [GREETING]);
    expect(spoken().filter((text) => text !== '')).toEqual([MESSAGE]);
    expect(when('agent_started_speaking').at(-1)).toBeGreaterThanOrEqual(endedMs);
  });

  it('talks to a person', async () => {
    const { spoken, history } = await call([await say('Hello? Ada Miller.')], ['Hello? Ada Miller.']);
    expect(spoken()).toEqual(['Hello, this is Grace.']);
    expect(history()).toEqual(['user: Hello? Ada Miller.', 'assistant: Hello, this is Grace.']);
  });

  it('waits while music is played, and talks to who comes then', async () => {
    const { spoken, when, endedMs } = await call(
      [music(8), silence(1), await say('Hello? Ada Miller.')],
      ['Hello? Ada Miller.'],
    );
    expect(spoken()).toEqual(['Hello, this is Grace.']);
    expect(when('agent_started_speaking')[0]).toBeGreaterThan(endedMs);
  });
});
