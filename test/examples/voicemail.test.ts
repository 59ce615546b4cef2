import { from, map } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { answeredBy } from '../../examples/voicemail/answeredBy.ts';
import { beeps } from '../../examples/voicemail/beeps.ts';
import { leaveMessage } from '../../examples/voicemail/leaveMessage.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { microphone, silence } from '../../src/testing/audio.ts';
import { activity, transcripts, voicedWindow } from '../../src/testing/fixtures.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { createTestSession, type TestSession } from '../support/testSession.ts';
import { speakPcm } from '../support/voice.ts';

const BY = { p: 'person', m: 'machine' };

/** A frame of a tone, whose phase goes on from frame to frame. */
function tone(hz: number, n: number, { ms = 20, sampleRate = 16_000, amplitude = 8000 } = {}): AudioFrame {
  const count = (sampleRate * ms) / 1000;
  const at = (i: number): number => amplitude * Math.sin((2 * Math.PI * hz * (n * count + i)) / sampleRate);
  return { samples: Int16Array.from({ length: count }, (_, i) => at(i)), sampleRate };
}

function countBeeps(frames: readonly AudioFrame[]): number {
  let count = 0;
  from(frames)
    .pipe(beeps())
    .subscribe(() => (count += 1));
  return count;
}

describe('beeps', () => {
  it('emits when a tone has ended', () =>
    marbles(({ hot, expectObservable }) => {
      const audio = hot('..ttttttttttt...', { '.': silence(20), t: tone(1000, 0) });
      const heard = '    -------------b--';
      expectObservable(
        audio.pipe(
          beeps(),
          map(() => 'b'),
        ),
      ).toBe(heard);
    }));

  it.each([
    ['too short', 7, 1000, 0],
    ['long enough', 8, 1000, 1],
    ['as low as a hum', 20, 250, 0],
    ['low', 20, 440, 1],
    ['high', 20, 2000, 1],
  ])('a tone that is %s', (_, frames, hz, expected) => {
    const sounding = Array.from({ length: frames }, (_unused, n) => tone(hz, n));
    expect(countBeeps([...sounding, silence(20)])).toBe(expected);
  });

  it.each([
    ['a third', [262, 330], 0],
    ['a chord', [294, 349, 440], 0],
    ['a ringing tone of two frequencies', [440, 480], 0],
    ['a ringing tone of one frequency', [425], 1],
    ['one tone, twice', [1000, 1000], 1],
  ])('%s', (_, all, expected) => {
    const frames = Array.from({ length: 50 }, (_unused, n) => {
      const [first, ...others] = all.map((hz) => tone(hz, n, { amplitude: 3000 }).samples);
      const samples = (first ?? new Int16Array()).map((one, at) =>
        others.reduce((sum, own) => sum + (own[at] ?? 0), one),
      );
      return { samples, sampleRate: 16_000 };
    });
    expect(countBeeps([...frames, silence(20)])).toBe(expected);
  });

  it('finds it in noise of a twelfth of its power', () => {
    let seed = 1;
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5;
    const noisy = Array.from({ length: 20 }, (_, n) => {
      const { samples, sampleRate } = tone(700, n);
      return { samples: samples.map((sample) => sample + 5500 * next()), sampleRate };
    });
    expect(countBeeps([...noisy, silence(20)])).toBe(1);
  });

  it('finds it at 8 kHz, too, and two of them', () => {
    const beep = Array.from({ length: 15 }, (_, n) => tone(1400, n, { sampleRate: 8000 }));
    expect(countBeeps([...beep, silence(20, 8000), ...beep, silence(20, 8000)])).toBe(2);
  });

  it('hears none in speech', async () => {
    const texts = [
      'You have reached the voice mail of Ada. Please leave a message after the tone.',
      'Oooh, eee, aaah.',
    ];
    for (const text of texts) {
      const { samples, sampleRate } = await speakPcm(text);
      const length = Math.round(sampleRate / 50);
      const frames = Array.from({ length: Math.floor(samples.length / length) }, (_, n) => ({
        samples: samples.subarray(n * length, (n + 1) * length),
        sampleRate,
      }));
      expect(countBeeps([...frames, silence(20, sampleRate)])).toBe(0);
    }
  });
});

describe('answeredBy', () => {
  it('takes one who says little and waits for a person', () =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('     -s-e------', activity);
      const decided = '        --------(p|)';
      const transcript = hot(' --f-------', transcripts);
      expectObservable(speech.pipe(answeredBy({ transcript, pauseMs: 5 }))).toBe(decided, BY);
    }));

  it('waits as long as the greeting goes on', () =>
    marbles(({ hot, expectObservable }) => {
      const speech = hot('    -s-e---S-E------', activity);
      const transcript = hot('----------------', transcripts);
      expectObservable(speech.pipe(answeredBy({ transcript, pauseMs: 5 }))).toBe('--------------(p|)', BY);
    }));

  it.each([
    [3999, '-----'],
    [4000, '--(m|)'],
  ])('takes %i ms of speech for what it is', (voicedMs, decided) =>
    marbles(({ hot, expectObservable }) => {
      const values: Readonly<Record<string, VadEvent>> = { s: activity.s, w: voicedWindow(voicedMs) };
      const transcript = hot('-----', transcripts);
      expectObservable(hot('s-w--', values).pipe(answeredBy({ transcript })), '-----!').toBe(decided, BY);
    }),
  );

  it.each([
    ['Please leave a message', true],
    ['the person you called is not available', true],
    ['hello, who is it?', false],
    ['I left a message', false],
  ])('"%s"', (text, isMachine) =>
    marbles(({ hot, expectObservable }) => {
      const transcript = hot('--f--', { f: { kind: 'interim', segment: 0, text } as const });
      const decided = hot('s----', activity).pipe(answeredBy({ transcript }));
      expectObservable(decided, '-----!').toBe(isMachine ? '--(m|)' : '-----', BY);
    }),
  );

  it('knows a machine by its beep', () =>
    marbles(({ hot, expectObservable }) => {
      const audio = hot('tttttttttt.', { '.': silence(20), t: tone(1000, 0) });
      const decided = hot('s----------', activity).pipe(answeredBy({ transcript: hot('-'), audio }));
      expectObservable(decided).toBe('----------(m|)', BY);
    }));

  it('takes no tone before anybody has spoken for a beep', () =>
    marbles(({ hot, expectObservable }) => {
      const audio = hot('          tttttttttt........', { '.': silence(20), t: tone(425, 0) });
      const decided = hot('        -----------s-e----', activity).pipe(
        answeredBy({ transcript: hot('-'), audio, pauseMs: 3 }),
      );
      expectObservable(decided).toBe('----------------(p|)', BY);
    }));
});

describe('leaveMessage', () => {
  /** The other end speaks from 320 ms on, and beeps from 4 s to 4.4 s, if it is a machine. */
  async function call(says: string, hasBeep: boolean): Promise<TestSession> {
    const clock = new VirtualClock();
    const mic = microphone([{ atMs: 320, forMs: 1600 }], { scheduler: clock, frameMs: 20, forMs: 12_000 });
    const audioIn = mic.pipe(map((frame, n) => (hasBeep && n >= 200 && n < 220 ? tone(1000, n) : frame)));
    const made = createTestSession({
      clock,
      says: [says],
      llm: ['Hello, this is Ada.'],
      transport: { audioIn },
      start: false,
    });
    leaveMessage(made.session, 'Please call back.', clock);
    made.session.start();
    await clock.run(12_000);
    return made;
  }

  it('says the message behind the beep of a machine, and hangs up', async () => {
    const { spoken, session, when } = await call('please leave a message after the tone', true);
    expect(spoken().at(-1)).toBe('Please call back.');
    expect(spoken().join(' ')).not.toContain('Hello');
    expect(when('agent_started_speaking').at(-1)).toBeGreaterThanOrEqual(4400);
    await expect(session.ended).resolves.toMatchObject({ reason: 'agent_ended' });
  });

  it('talks to a person', async () => {
    const { spoken } = await call('hello', false);
    expect(spoken()).toEqual(['Hello, this is Ada.']);
  });
});
