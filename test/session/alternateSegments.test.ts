import { map, Observable, Subject, type OperatorFunction } from 'rxjs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AudioFrame } from '../../src/core/audio.ts';
import type { VadEvent } from '../../src/core/speech.ts';
import { alternateSegments } from '../../src/session/standardStages/alternateSegments.ts';
import { silence } from '../../src/testing/audio.ts';
import { activity } from '../../src/testing/fixtures.ts';

let frames: Subject<AudioFrame>;
let modes: Subject<string>;
let created: string[];
let open: string[];
let seen: string[];

/** Emits a segment of its own with each frame: numbered from 0, at 5 ms. Its end is `tail`, at 7 ms. */
function perFrame(mode: string): OperatorFunction<AudioFrame, VadEvent> {
  return (source) =>
    new Observable((out) => {
      let segment = 0;
      open.push(mode);
      out.add(() => (open = open.filter((one) => one !== mode)));
      source.subscribe({
        next: () => out.next({ ...activity.s, segment: segment++, atMs: 5, lastVoicedMs: 4 } as VadEvent),
        error: (error: unknown) => out.error(error),
        complete: () => {
          out.next({ ...activity.e, segment, atMs: 7, lastVoicedMs: 6 } as VadEvent);
          out.complete();
        },
      });
    });
}

beforeEach(() => {
  [frames, modes, created, open, seen] = [new Subject(), new Subject(), [], [], []];
  const create = (mode: string, firstSegment: number): OperatorFunction<AudioFrame, VadEvent> => {
    created.push(`${mode} from ${firstSegment}`);
    return perFrame(mode);
  };
  frames.pipe(alternateSegments({ first: 'a', modes, create }), map(lineOf)).subscribe({
    next: (line) => seen.push(line),
    error: (error: unknown) => seen.push(String(error)),
    complete: () => seen.push('over'),
  });
});

function lineOf(event: VadEvent): string {
  return event.kind === 'truncated' ? '' : `${event.segment} at ${event.atMs}, voiced until ${event.lastVoicedMs}`;
}

describe('segments of another mode', () => {
  test('are numbered on, and their times count from the first frame of all', () => {
    for (const ms of [10, 20]) frames.next(silence(ms));
    modes.next('b');
    frames.next(silence(40));
    modes.next('a');
    frames.next(silence(10));
    expect(created).toEqual(['a from 0', 'b from 2', 'a from 3']);
    expect(seen).toEqual([
      '0 at 5, voiced until 4',
      '1 at 5, voiced until 4',
      '2 at 35, voiced until 34',
      '3 at 75, voiced until 74',
    ]);
  });

  test('are made by one operator at a time: the one before is closed', () => {
    modes.next('b');
    expect(open).toEqual(['b']);
  });

  test('need a new operator only if the mode is another one', () => {
    modes.next('a');
    expect(created).toEqual(['a from 0']);
  });
});

describe('the end of the audio', () => {
  test('ends the segments, and nothing listens to the modes any more', () => {
    frames.next(silence(10));
    frames.complete();
    expect(seen).toEqual(['0 at 5, voiced until 4', '1 at 7, voiced until 6', 'over']);
    expect(modes.observed).toBe(false);
  });

  test('begins no other mode', () => {
    frames.complete();
    modes.next('b');
    expect(created).toEqual(['a from 0']);
  });
});

test('an error of the audio is passed on, and closes everything', () => {
  frames.error(new Error('lost'));
  expect(seen).toEqual(['Error: lost']);
  expect([open, modes.observed]).toEqual([[], false]);
});
