import { Subject } from 'rxjs';
import { expect, it } from 'vitest';
import type { SpeechEvent, TurnEvent } from '../../../src/core/turn.ts';
import { roundEnds, type RoundEnd } from '../../../src/server/media/roundEnds.ts';

const TEXT = 'One moment, please.';
const call = { id: 'c', type: 'function', function: { name: 'book', arguments: '{}' } } as const;
const utterance = 'u0.0';

function follow() {
  const [reply, speech] = [new Subject<TurnEvent>(), new Subject<SpeechEvent>()];
  const ends: RoundEnd[] = [];
  roundEnds({ edges: { reply, speech } as never }).subscribe((end) => ends.push(end));
  const round = (calls: readonly (typeof call)[]): void => reply.next({ kind: 'round', turn: 0, round: 0, calls });
  const frame = { samples: new Int16Array(8000), sampleRate: 16_000 };
  reply.next({ kind: 'started', turn: 0 });
  reply.next({ kind: 'text', turn: 0, round: 0, delta: TEXT });
  speech.next({ kind: 'started', turn: 0, utterance });
  return {
    ends,
    round,
    text: (text: string) => speech.next({ kind: 'text', utterance, text }),
    audio: () => speech.next({ kind: 'audio', utterance, frame }),
    mark: (chars: number) => speech.next({ kind: 'mark', utterance, chars }),
  };
}

it('a round with calls ends when all of its text has been synthesised', () => {
  const { ends, round, text, audio, mark } = follow();
  text('One moment, ');
  audio();
  mark(12);
  round([call]);
  expect(ends).toEqual([]);
  text('please.');
  audio();
  expect(ends).toEqual([]);
  mark(TEXT.length);
  expect(ends).toEqual([{ utterance, ms: 1000 }]);
});

it('a round whose text has been synthesised ends with its calls', () => {
  const { ends, round, text, audio, mark } = follow();
  text(TEXT);
  audio();
  mark(TEXT.length);
  round([call]);
  expect(ends).toEqual([{ utterance, ms: 500 }]);
});

it('a round without calls has no end', () => {
  const { ends, round, text, audio, mark } = follow();
  text(TEXT);
  audio();
  round([]);
  mark(TEXT.length);
  expect(ends).toEqual([]);
});
