import type { VadEvent } from '../../../src/core/speech.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Turns a diagram of speech into one of VAD events, whose audio time is that of the diagram: `s` started · `w` a voiced window ·
 * `q` a silent one · `e` ended. Segments count from 0.
 */
export function speechOf(diagram: string): [marbles: string, values: Record<string, VadEvent>] {
  const values: Record<string, VadEvent> = {};
  let segment = -1;
  let lastVoicedMs = 0;
  const marbles = diagram
    .replaceAll(' ', '')
    .split('')
    .map((letter, atMs) => {
      if (letter === 's') segment += 1;
      if (letter === 's' || letter === 'w') lastVoicedMs = atMs;
      const event = createEvent(letter, { segment, atMs, voicedMs: lastVoicedMs, lastVoicedMs });
      if (event === undefined) return letter;
      const name = LETTERS[Object.keys(values).length] ?? '';
      values[name] = event;
      return name;
    });
  return [marbles.join(''), values];
}

interface Measured {
  readonly segment: number;
  readonly atMs: number;
  readonly voicedMs: number;
  readonly lastVoicedMs: number;
}

function createEvent(letter: string, measured: Measured): VadEvent | undefined {
  switch (letter) {
    case 's':
      return { kind: 'started', ...measured, audio: [] };
    case 'w':
      return { kind: 'window', ...measured, voiced: true, audio: [] };
    case 'q':
      return { kind: 'window', ...measured, voiced: false, audio: [] };
    case 'e':
      return { kind: 'ended', ...measured, by: 'silence' };
    default:
      return undefined;
  }
}
