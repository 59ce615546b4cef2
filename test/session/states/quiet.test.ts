import { expect, it } from 'vitest';
import { noText } from '../../../src/core/segmentText.ts';
import type { Floor } from '../../../src/session/floor/state.ts';
import type { SpokenSegment } from '../../../src/session/floor/user.ts';
import { quietOf } from '../../../src/session/states/quiet.ts';
import { play, turn, voice } from '../floor/playFloor.ts';

const { state: quiet } = play([]);
const { state: answering } = play([
  [0, { kind: 'turn', turn }],
  [0, { kind: 'commit_done' }],
]);

const NOTHING: SpokenSegment = {
  kind: 'spoken',
  segment: 0,
  claim: 'live',
  phase: 'ready',
  endpointed: false,
  text: noText,
  owesWords: false,
  wordsAt: null,
  waitsUntil: null,
  voice: null,
  saidOver: null,
};
const WORDS = { ...NOTHING, text: { ...noText, text: 'tell me' } };

const withSpeech = (speech: SpokenSegment): Floor => ({ ...quiet, user: { ...quiet.user, pending: [speech] } });

it.each([
  ['nothing', 'quiet', quiet],
  ['a reply', 'busy', answering],
  [
    'a function that outlasts its reply',
    'busy',
    { ...quiet, rounds: [{ turn: 0, round: 0, roundText: '', calls: [], wordsWait: false, last: false }] },
  ],
  ['a text that is to be said', 'busy', { ...quiet, queue: [{ kind: 'say', text: 'Hello?', origin: 'say' } as const] }],
  ['a commit', 'busy', { ...quiet, committing: 1 }],
  ['the end of the session', 'busy', { ...quiet, ending: { phase: 'over' } as const }],
  ['words that are to be answered', 'busy', withSpeech(WORDS)],
  ['words of a segment that goes on', 'busy', withSpeech({ ...WORDS, phase: 'speaking' })],
  ['words that are not answered', 'quiet', withSpeech({ ...WORDS, claim: 'deferred' })],
  ['a sound that is known to be none', 'quiet', withSpeech({ ...NOTHING, phase: 'noise' })],
  ['a sound', 'hearing', play([[0, voice('started', 0, 64, 64)]]).state],
  ['a sound whose words are awaited', 'hearing', withSpeech({ ...NOTHING, phase: 'awaiting_words' })],
])('%s is %s', (_, expected, floor) => {
  expect(quietOf(floor)).toBe(expected);
});
