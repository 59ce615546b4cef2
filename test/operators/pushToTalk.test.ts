import { describe, expect, it } from 'vitest';
import { map, Subject } from 'rxjs';
import { pushToTalk } from '../../operators/pushToTalk.ts';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { TurnCommand } from '../../src/core/ports.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { silence } from '../../src/testing/audio.ts';
import { marbles } from '../../src/testing/marbles.ts';
import { windows } from '../../src/testing/fixtures.ts';
import { letterOf } from './vad/score.ts';

const commands: Readonly<Record<'u' | 'x', TurnCommand>> = { u: 'commit', x: 'clear' };

describe('pushToTalk', () => {
  it('makes a segment of the audio before a command', () => {
    marbles(({ hot, expectObservable }) => {
      const frames = hot('  vvv--.v---|', windows);
      const turns = hot('   ---u----x--', commands);
      const activity = '    sqqu-sq-v-|';
      expectObservable(frames.pipe(pushToTalk({ turns }), map(letterOf))).toBe(activity);
    });
  });

  it('does nothing for a command without audio', () => {
    expect(play(({ turns }) => turns.next('commit'))).toEqual([]);
  });

  it('counts all of the audio as voice, at the end', () => {
    const events = play(({ frames, turns }) => {
      frames.next(silence(100));
      frames.next(silence(100));
      turns.next('commit');
    });
    expect(events).toMatchObject([
      { kind: 'started', segment: 0, atMs: 100, voicedMs: 0 },
      { kind: 'window', voiced: false, atMs: 200, voicedMs: 0 },
      { kind: 'ended', by: 'commit', atMs: 200, voicedMs: 200, lastVoicedMs: 200 },
    ]);
  });

  it('muting ends a segment, and muted audio is in none', () => {
    const events = play(({ frames, muted }) => {
      frames.next(silence(100));
      muted.next(true);
      frames.next(silence(100));
      muted.next(false);
      frames.next(silence(100));
    });
    expect(events.map(letterOf).join('')).toBe('sms');
  });

  it.each([
    [299, 'sqq'],
    [300, 'sqqt'],
    [301, 'sqqt'],
  ])('is truncated at 300 ms: %i ms', (ms, letters) => {
    const events = play(
      ({ frames }) => {
        frames.next(silence(100));
        frames.next(silence(100));
        frames.next(silence(ms - 200));
        if (letters.endsWith('t')) frames.next(silence(100));
      },
      { maxBufferedSpeechMs: 300 },
    );
    const audio = events.flatMap((event) => ('audio' in event ? event.audio.length : []));
    expect(events.map(letterOf).join('')).toBe(letters.endsWith('t') ? `${letters}q` : letters);
    expect(audio).toEqual(letters.endsWith('t') ? [1, 1, 1, 0] : [1, 1, 1]);
  });

  it('ends the segment with the audio, and leaves no subscription', () => {
    const { frames, turns, muted, events } = start();
    frames.next(silence(100));
    frames.complete();
    expect(events.map(letterOf).join('')).toBe('su');
    expect([turns.observed, muted.observed]).toEqual([false, false]);
  });
});

interface Played {
  readonly frames: Subject<AudioFrame>;
  readonly turns: Subject<TurnCommand>;
  readonly muted: Subject<boolean>;
  readonly events: readonly VadEvent[];
}

function start(options: { readonly maxBufferedSpeechMs?: number } = {}): Played {
  const [frames, turns, muted] = [new Subject<AudioFrame>(), new Subject<TurnCommand>(), new Subject<boolean>()];
  const events: VadEvent[] = [];
  frames.pipe(pushToTalk({ turns, muted, ...options })).subscribe((event) => events.push(event));
  return { frames, turns, muted, events };
}

function play(
  act: (played: Played) => void,
  options: { readonly maxBufferedSpeechMs?: number } = {},
): readonly VadEvent[] {
  const played = start(options);
  act(played);
  return played.events;
}
