import { finalize, Observable, tap } from 'rxjs';
import { describe, expect, it } from 'vitest';
import type { SpeechToText, SttInput } from '../../../src/core/ports.ts';
import { replay } from '../../../src/replay/replay.ts';
import { createSttDouble } from '../../../src/testing/doubles/stt.ts';
import { VirtualClock } from '../../../src/time/virtualClock.ts';
import { recorder } from '../../replay/record.ts';
import { create, type UpdatedSession } from './updatedSession.ts';

type Recogniser = SpeechToText & { readonly log: readonly string[]; readonly samples: ReadonlyMap<number, number> };

/** A recogniser that keeps when it was open, and what it was sent. */
function createRecogniser(clock: VirtualClock, name: string, says: readonly string[]): Recogniser {
  const log: string[] = [];
  const samples = new Map<number, number>();
  const double = createSttDouble({ says: (segment) => says[segment], scheduler: clock, name });
  const heard = double.transcribe.bind(double);
  const note = (input: SttInput): void => {
    if (input.kind === 'audio')
      samples.set(input.segment, (samples.get(input.segment) ?? 0) + input.frame.samples.length);
    else log.push(`${input.kind} ${input.segment} ${clock.now()}`);
  };
  const transcribe: SpeechToText['transcribe'] = (speech) =>
    new Observable((out) => {
      log.push(`open ${clock.now()}`);
      return heard(speech.pipe(tap(note)))
        .pipe(finalize(() => log.push(`closed ${clock.now()}`)))
        .subscribe(out);
    });
  return Object.assign(double, { transcribe, model: `${name}-1`, log, samples });
}

const VOICE = [
  { atMs: 500, forMs: 600 },
  { atMs: 4000, forMs: 600 },
];

interface Exchanged extends UpdatedSession {
  readonly first: Recogniser;
  readonly second: Recogniser;
}

function createExchanged(options: Parameters<typeof create>[0] = {}): Exchanged {
  const clock = new VirtualClock();
  const first = createRecogniser(clock, 'first', ['one', 'two']);
  const second = createRecogniser(clock, 'second', ['uno', 'dos']);
  const ports = { ...options.options?.ports, stt: first };
  return { ...create({ clock, voice: VOICE, ...options, options: { ...options.options, ports } }), first, second };
}

describe('the recogniser of an update', () => {
  it('transcribes the next turn, and the old one is closed', async () => {
    const made = createExchanged();
    made.update(3000, { stt: made.second });
    await made.clock.run(9000);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual(['user: one', 'user: dos']);
    expect(made.first.log).toEqual(['open 0', 'start 0 576', 'end 0 1664', 'closed 3000']);
    expect(made.second.log[0]).toBe('open 3000');
  });

  it('leaves all of a segment that is open to the old one', async () => {
    const made = createExchanged();
    const alone = createExchanged();
    made.update(800, { stt: made.second });
    await made.clock.run(9000);
    await alone.clock.run(9000);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual(['user: one', 'user: dos']);
    expect(made.first.samples.get(0)).toBe(alone.first.samples.get(0));
    expect(made.second.samples.get(1)).toBe(alone.first.samples.get(1));
    expect(made.second.samples.has(0)).toBe(false);
  });

  it('is that of the start again with null', async () => {
    const made = createExchanged();
    made.update(100, { stt: made.second });
    made.update(3000, { stt: null });
    await made.clock.run(9000);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual(['user: uno', 'user: two']);
  });

  it('has its own seconds in the usage', async () => {
    const made = createExchanged();
    made.update(3000, { stt: made.second });
    await made.clock.run(9000);
    expect(made.session.usage.stt.map(({ provider, model }) => `${provider} ${model}`)).toEqual([
      'first first-1',
      'second second-1',
    ]);
    for (const { seconds } of made.session.usage.stt) expect(seconds).toBeGreaterThan(1);
  });

  it('stays if it is a port of the options and the update has settings', async () => {
    const made = createExchanged();
    made.update(100, { stt: { provider: 'deepgram', api_key: 'none', language: 'de' } });
    await made.clock.run(6000);
    expect(made.first.log.filter((line) => line.startsWith('closed'))).toEqual([]);
    expect(made.errors).toEqual([]);
  });

  it('is closed with the session, and so is the one before it that still answers', async () => {
    const made = createExchanged();
    made.update(800, { stt: made.second });
    made.clock.schedule(() => made.session.close('ended_by_client'), 900);
    await made.clock.run(5000);
    expect([...made.first.log, ...made.second.log].filter((line) => /open|closed/u.test(line))).toHaveLength(4);
  });

  it('is closed when it does not answer in time', async () => {
    const clock = new VirtualClock();
    const log: string[] = [];
    const mute: SpeechToText = {
      ...createSttDouble({ says: [], scheduler: clock }),
      transcribe: () => new Observable(() => () => log.push(`closed ${clock.now()}`)),
    };
    const second = createRecogniser(clock, 'second', ['uno', 'dos']);
    const made = create({ clock, voice: VOICE, options: { ports: { stt: mute } } });
    made.update(800, { stt: second });
    await clock.run(9000);
    expect(log).toEqual(['closed 2664']);
    expect(made.history().filter((line) => line.startsWith('user'))).toEqual(['user: dos']);
  });

  it('replays without a difference', async () => {
    const kept = recorder();
    const made = createExchanged({ options: { record: kept } });
    made.update(800, {
      stt: made.second,
      min_endpointing_delay: 1,
      vad: { min_silence_duration: 0.8 },
      language: 'de',
    });
    made.update(6000, { stt: null, filler: 'Moment.', turn_detection: { provider: 'text' } });
    made.type(7000, 'three');
    await made.clock.run(9000);
    made.session.end();
    await made.clock.run(12_000);
    expect(made.errors).toEqual([]);
    const { difference, undelivered } = await replay(kept.recording());
    expect({ difference, undelivered }).toEqual({ difference: null, undelivered: [] });
  });
});
