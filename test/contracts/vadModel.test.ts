import { from, lastValueFrom, map, Observable, Subject, tap, toArray } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import { concatSamples, samplesOfMs, type AudioFrame } from '../../src/core/audio.ts';
import type { VadModel } from '../../src/core/ports.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { VirtualClock } from '../../src/time/virtualClock.ts';
import { answerWith, framesOf, runVad, type VadRun, type VadStep } from './vadRun.ts';
import { VAD_SUBJECTS } from './vadSubjects.ts';

describe.each(VAD_SUBJECTS)('$name', (subject) => {
  const { sampleRate, windowSamples } = subject.create(new VirtualClock());
  const silence = (ms: number): Int16Array => new Int16Array(samplesOfMs(ms, sampleRate));
  const speech = subject.speak(1600);
  /** Two segments. */
  const audio = concatSamples([silence(320), speech, silence(960), speech, silence(960)]);
  const frames = (samples: Int16Array = audio): Iterable<VadStep> => framesOf(samples, sampleRate);
  const windows = (): Int16Array[] =>
    Array.from({ length: Math.floor(audio.length / windowSamples) }, (_, at) =>
      audio.slice(at * windowSamples, (at + 1) * windowSamples),
    );
  const score = async (model: VadModel): Promise<readonly number[]> =>
    lastValueFrom(model.score(from(windows())).pipe(toArray()));
  const run = (steps: () => Iterable<VadStep>): Promise<VadRun> => runVad(subject, steps());

  beforeEach(({ skip }) => skip(subject.missing !== undefined, subject.missing));

  test('scores each window once, and completes', async () => {
    const clock = new VirtualClock();
    const scores = score(subject.create(clock));
    await clock.run();
    expect(await scores).toHaveLength(windows().length);
    expect((await scores).filter((p) => !(p >= 0 && p <= 1))).toEqual([]);
  });

  test('gives two streams of the same windows the same scores', async () => {
    const clock = new VirtualClock();
    const model = subject.create(clock);
    const both = [score(model), score(model)];
    await clock.run();
    const [one = [], other = []] = await Promise.all(both);
    expect(one.length).toBe(other.length);
    expect(Math.max(...one.map((p, at) => Math.abs(p - (other[at] ?? 1))))).toBeLessThan(1e-5);
  });

  test(`answers ${subject.answersWithinNext ? 'within `next`' : 'after `next`'}`, () => {
    const sent = new Subject<Int16Array>();
    const scores: number[] = [];
    const subscription = subject
      .create(new VirtualClock())
      .score(sent)
      .subscribe((p) => scores.push(p));
    sent.next(new Int16Array(windowSamples));
    expect(scores).toHaveLength(subject.answersWithinNext ? 1 : 0);
    subscription.unsubscribe();
  });

  test('finds the segments, and their audio is that of the input', async () => {
    const { events } = await run(() => frames());
    expect(brackets(events)).toEqual(['started', 'ended by silence', 'started', 'ended by silence']);
    for (const segment of [0, 1]) {
      const { samples, end } = audioOf(events, segment);
      expect(samples.length).toBeGreaterThan(samplesOfMs(1500, sampleRate));
      expect(samples).toEqual(audio.slice(end - samples.length, end));
    }
  });

  const scripts: Readonly<Record<string, () => Iterable<VadStep>>> = {
    'in one stretch': () => frames(),
    'with a mute within speech': () => [
      ...copied(frames(audio.subarray(0, samplesOfMs(1200, sampleRate)))),
      'mute',
      ...copied(frames(silence(200))),
      'unmute',
      ...copied(frames(speech)),
    ],
    'with a stall within speech': () => [
      ...copied(frames(audio.subarray(0, samplesOfMs(1200, sampleRate)))),
      'stall',
      ...copied(frames(audio)),
    ],
  };

  test.each(Object.entries(scripts))('gives the events of its scores, each known at once, %s', async (_, steps) => {
    const { events, scores } = await run(steps);
    expect(events).toEqual((await runVad(subject, steps(), { wrap: answerWith(scores) })).events);
  });

  test.each([
    ['mute', 'with a mute within speech'],
    ['stall', 'with a stall within speech'],
  ])('a %s ends the segment behind the windows before it', async (by, script) => {
    const { events } = await run(scripts[script] as () => Iterable<VadStep>);
    const [first] = events.filter(({ kind }) => kind === 'ended');
    expect(first).toMatchObject({ by, segment: 0, atMs: Math.floor(1200 / 32) * 32 });
    expect(brackets(events).slice(0, 3)).toEqual(['started', `ended by ${by}`, 'started']);
  });

  test('its windows do not change when it keeps them', async () => {
    const kept: { readonly window: Int16Array; readonly copy: Int16Array }[] = [];
    const keep = (window: Int16Array): void => void kept.push({ window, copy: window.slice() });
    const wrap = ({ score: inner, ...model }: VadModel): VadModel => ({
      ...model,
      keepsWindows: true,
      score: (sent) => inner(sent.pipe(tap(keep))),
    });
    await runVad(subject, frames(), { wrap });
    expect(kept.map(({ window }) => window)).toEqual(kept.map(({ copy }) => copy));
    expect(kept.map(({ copy }) => copy)).toEqual(windows());
  });

  test('reads its windows within `next` only, if it says so', async () => {
    const wrap = ({ score: inner, ...model }: VadModel): VadModel => ({
      ...model,
      score: (sent) =>
        new Observable((out) => {
          const reused = new Int16Array(windowSamples);
          const windows = new Subject<Int16Array>();
          out.add(inner(windows).subscribe(out));
          return sent.subscribe({
            next: (window) => {
              reused.set(window);
              windows.next(model.keepsWindows === false ? reused : window);
              reused.fill(12_345);
            },
            complete: () => windows.complete(),
          });
        }),
    });
    expect((await runVad(subject, frames(), { wrap })).scores).toEqual((await run(() => frames())).scores);
  });

  test('the audio stays as it was when it changes its windows', async () => {
    const takeAndFill = (window: Int16Array): Int16Array => {
      const taken = window.slice();
      window.fill(12_345);
      return taken;
    };
    const wrap = ({ score: inner, ...model }: VadModel): VadModel => ({
      ...model,
      keepsWindows: true,
      score: (sent) => inner(sent.pipe(map(takeAndFill))),
    });
    expect((await runVad(subject, frames(), { wrap })).events).toEqual((await run(() => frames())).events);
  });

  test('a frame that comes while an event is delivered waits its turn', async () => {
    const steps = copied(frames());
    const delivered: string[] = [];
    const onEvent = ({ atMs }: VadEvent, takeStep: () => void): void => {
      delivered.push(`begin ${atMs}`);
      takeStep();
      delivered.push(`end ${atMs}`);
    };
    const { events } = await runVad(subject, steps, { onEvent });
    expect(events).toEqual((await runVad(subject, steps)).events);
    expect(delivered).toEqual(events.flatMap(({ atMs }) => [`begin ${atMs}`, `end ${atMs}`]));
  });
});

test.for([16_000, 8000])('both engines of Silero find the same segments at %i Hz', async (sampleRate, { skip }) => {
  const subjects = VAD_SUBJECTS.filter(({ name }) => name.endsWith(`, ${sampleRate} Hz`));
  const missing = subjects.find((subject) => subject.missing !== undefined);
  skip(missing !== undefined, missing?.missing);
  const pause = new Int16Array(sampleRate);
  const runs = subjects.map((subject) => {
    const speech = subject.speak(5000);
    return runVad(subject, framesOf(concatSamples([pause, speech, pause]), sampleRate));
  });
  const [one, other] = (await Promise.all(runs)).map(({ events }) => events);
  expect(one).toEqual(other);
});

/** Frames in memory of their own. */
function copied(steps: Iterable<VadStep>): readonly VadStep[] {
  const copy = ({ samples, sampleRate }: AudioFrame): AudioFrame => ({ samples: samples.slice(), sampleRate });
  return Array.from(steps, (step) => (typeof step === 'string' ? step : copy(step)));
}

function brackets(events: readonly VadEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.kind === 'ended') return [`ended by ${event.by}`];
    return event.kind === 'started' ? ['started'] : [];
  });
}

/** The audio of a segment, and the place of its end in the input. */
function audioOf(events: readonly VadEvent[], segment: number): { readonly samples: Int16Array; readonly end: number } {
  const parts = events.flatMap((event) => ('audio' in event && event.segment === segment ? [event] : []));
  const { sampleRate = 0 } = parts[0]?.audio[0] ?? {};
  return {
    samples: concatSamples(parts.flatMap(({ audio }) => audio.map(({ samples }) => samples))),
    end: samplesOfMs(parts.at(-1)?.atMs ?? 0, sampleRate),
  };
}
