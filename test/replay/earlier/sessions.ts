import { delay, map, of } from 'rxjs';
import type { Transcript, UserTurn } from '../../../src/core/speech.ts';
import type { TurnEvent } from '../../../src/core/turn.ts';
import type { Splices } from '../../../src/session/splices/splice.ts';
import type { TestSessionOptions, UserAction } from '../../support/testSession.ts';
import { coughs, LONG, says, TELL_ME } from '../../support/userActions.ts';

/** A session that was recorded under earlier rules. */
export interface EarlierSession {
  readonly options: TestSessionOptions;
  readonly splice?: () => Splices;
}

const withoutDigits = <T extends { readonly text: string }>(said: T): T => ({
  ...said,
  text: said.text.replaceAll(/\d/g, '*'),
});

/** Throws on the first value. */
function throwsOnce<T>(change: (value: T) => T): (value: T) => T {
  let isFirst = true;
  return (value) => {
    if (!isFirst) return change(value);
    isFirst = false;
    throw new Error('no');
  };
}

const TWO_NUMBERS: TestSessionOptions = {
  user: [says(320, 'it is 1234'), says(4000, 'or 5678')],
  llm: ['Yes.', 'Right.'],
  stt: { interims: false },
};

const AHEAD: TestSessionOptions = {
  config: { min_endpointing_delay: 1.5, preemptive_generation: true },
  user: [says(320, 'my card is 4111')],
  llm: ['Fine.', 'Good.', 'Well.'],
};

/** Speech for which the recogniser returns `text` in time, and the whole text only after the agent has ended. */
const knownLate = (atMs: number, text: string, whole: string): UserAction =>
  says(atMs, { text: whole, interims: [text], delayMs: 6500 }, 320);

/** Under 3, a splice that throws stays in. Before, it was removed, and the value was lost. */
const splices: Readonly<Record<string, EarlierSession>> = {
  'splice-guard': {
    options: TWO_NUMBERS,
    splice: () => ({ transcript: map(throwsOnce((said: Transcript) => withoutDigits(said))) }),
  },
  'splice-question': {
    options: TWO_NUMBERS,
    splice: () => ({ userTurn: map(throwsOnce((turn: UserTurn) => turn)) }),
  },
  'splice-reply': {
    options: TWO_NUMBERS,
    splice: () => ({
      reply: map(
        throwsOnce((event: TurnEvent) =>
          event.kind === 'text' ? { ...event, delta: event.delta.toUpperCase() } : event,
        ),
      ),
    }),
  },
};

/** Under 3, no answer is requested ahead of a splice at `userTurn`. */
const drafts: Readonly<Record<string, EarlierSession>> = {
  'ahead-masked': { options: AHEAD, splice: () => ({ userTurn: map(withoutDigits) }) },
  'ahead-unchanged': { options: AHEAD, splice: () => ({ userTurn: map((turn: UserTurn) => turn) }) },
  'ahead-longer': {
    options: { ...AHEAD, user: [says(320, 'my card'), says(1800, 'is 4111')] },
    splice: () => ({ userTurn: map(withoutDigits) }),
  },
};

/** Under 3, a late final that says more than its dropped backchannel is answered. */
const lateFinals: Readonly<Record<string, EarlierSession>> = {
  'late-answer': {
    options: { user: [TELL_ME, knownLate(1800, 'yeah', 'yeah the other one')], llm: [LONG, 'Which one?'] },
  },
  'late-greeting': {
    options: {
      config: { first_message: LONG },
      user: [knownLate(1000, 'hello', 'hello a table for two')],
      llm: ['For two.'],
    },
  },
  'late-interruption': {
    options: {
      user: [TELL_ME, knownLate(1800, 'mhm', 'mhm not that'), says(4800, 'no the other one', 960)],
      llm: [LONG, 'Yes?', 'Well?'],
    },
  },
};

const THOUGHTS = '<think>In a hurry.</think>It is noon.';

/** Under 3, text within `<think>` tags is not said. */
const thoughts: Readonly<Record<string, EarlierSession>> = {
  'think-answer': { options: { user: [TELL_ME], llm: [THOUGHTS] } },
  'think-twice': { options: { user: [TELL_ME], llm: [`${THOUGHTS}<think>Done.</think>`] } },
  'think-open': { options: { user: [TELL_ME], llm: ['It is noon. <think>Is it?'] } },
};

/** Under 3, a reply without a letter or a digit is empty. */
const empty: Readonly<Record<string, EarlierSession>> = {
  'empty-dots': { options: { user: [TELL_ME], llm: ['…'] } },
  'empty-dash': { options: { user: [TELL_ME], llm: ['— '] } },
  'empty-emoji': { options: { user: [TELL_ME], llm: ['👍'], config: { normalize_for_speech: true } } },
};

const spokenIn = (...text: readonly string[]): EarlierSession => ({
  options: { user: [says(320, { text }, 1280)], llm: ['OK.'], stt: { msPerWord: 320 } },
});

/** Under 3, finals of scripts without spaces are joined without one. */
const unspaced: Readonly<Record<string, EarlierSession>> = {
  'unspaced-ja': spokenIn('今日は', '天気がいい'),
  'unspaced-zh': spokenIn('我想', '订一张桌子'),
  'unspaced-th': spokenIn('สวัสดี', 'ครับ'),
};

/** Sounds without words, each a segment of its own. */
const cries = (atMs: number, times: number): UserAction[] =>
  Array.from({ length: times }, (_, n) => coughs(atMs + n * 1696, 992));

/** Under 4, sounds without words hold the agent for 3 s in all. Before, each had 3 s of voice of its own. */
const noises: Readonly<Record<string, EarlierSession>> = {
  'noise-question': {
    options: { user: [TELL_ME, ...cries(1568, 4)], stt: { delayMs: 400 }, llm: ['Fine.'] },
  },
  'noise-held': {
    options: {
      user: [TELL_ME, ...cries(1920, 4)],
      stt: { delayMs: 400 },
      llm: [{ text: 'Fine.', firstTokenMs: 1000 }],
    },
  },
  'noise-cut': {
    options: { user: [TELL_ME, ...cries(2400, 4)], stt: { delayMs: 400 }, llm: [LONG] },
  },
};

const beyond = (forMs: number, words: number): TestSessionOptions => ({
  user: [says(320, { text: 'so '.repeat(words), msPerWord: 500 }, forMs)],
  config: { vad: { provider: 'silero', max_buffered_speech: 4 } },
  llm: ['I see.', 'I see.'],
});

/** Under 4, talk beyond `max_buffered_speech` is talk. Before, it was noise after 3 s of voice. */
const talks: Readonly<Record<string, EarlierSession>> = {
  'talk-short': { options: beyond(8000, 7) },
  'talk-long': { options: beyond(9600, 7) },
  'talk-paused': { options: beyond(9024, 5) },
};

const unfinished = (text: string): TestSessionOptions => ({
  user: [says(320, { text, msPerWord: 320, answer: 'empty' }, 7040)],
  config: { turn_detection: { provider: 'text' } },
  llm: ['I see.'],
});

/** Under 4, words that a turn model finds unfinished have 8 s of sound for the next one. Before, they had 3 s of voice. */
const unfinishedWords: Readonly<Record<string, EarlierSession>> = {
  'unfinished-number': { options: unfinished('my number is') },
  'unfinished-name': { options: unfinished('my name is') },
  'unfinished-list': { options: unfinished('a table for two and') },
};

const looks = (text: string): TestSessionOptions => ({
  user: [TELL_ME, says(2240, text)],
  functions: { look: (clock) => of('seven').pipe(delay(3000, clock)) },
  llm: [{ calls: [{ name: 'look', id: 'call_1' }] }, 'So.', 'Both.'],
});

/** Under 4, remarks of a user who waits stand in the history and end nothing, and new questions wait for a function. */
const remarks: Readonly<Record<string, EarlierSession>> = {
  'waiting-hello': {
    options: { user: [TELL_ME, says(2240, 'hello')], llm: [{ text: 'Fine.', firstTokenMs: 4000 }, 'Hello.'] },
  },
  'waiting-function': { options: looks('are you there') },
  'waiting-question': { options: looks('and is there parking') },
};

const over = (user: UserAction, config: TestSessionOptions['config'] = {}): TestSessionOptions => ({
  user: [TELL_ME, user],
  stt: { msPerWord: 300 },
  config,
  llm: [LONG, 'Yes?'],
});

/** Under 4, stop words need 0.25 s of voice and wait for the end of their phrase, and more words than the voice allows do not count. */
const stopWords: Readonly<Record<string, EarlierSession>> = {
  'stop-cough': { options: over(says(4000, 'stop', 160), { interrupt_phrases: 'default' }) },
  'stop-by': {
    options: over(says(4000, { text: 'stop by on sunday', msPerWord: 200 }, 1280), {
      interrupt_phrases: 'default',
      interrupt_time_threshold: 3,
    }),
  },
  'stop-chatter': {
    options: over(says(4000, { text: 'one two three four five six', msPerWord: 40 }, 320), {
      interrupt_time_threshold: 0.25,
      interrupt_word_threshold: 4,
    }),
  },
};

/** Under 4, `on_failure_message` may be said; a recording of before has none. */
const failures: Readonly<Record<string, EarlierSession>> = {
  'failed-model': { options: { user: [TELL_ME], llm: [] } },
  'failed-voice': { options: { user: [TELL_ME], llm: ['Fine.'], tts: { failAfterChars: 0 } } },
  'failed-filler': {
    options: {
      user: [TELL_ME],
      config: { filler: 'One moment.', filler_delay: 1 },
      llm: [{ text: 'Fine.', firstTokenMs: 4000 }],
      tts: { utterances: [{}, { failAfterChars: 0 }] },
    },
  },
};

/** Under 4, praise and thanks over the agent are backchannels, and a greeting over the first message is not answered. */
const praise: Readonly<Record<string, EarlierSession>> = {
  'praise-wow': { options: over(says(4000, 'oh wow great')) },
  'praise-thanks': { options: over(says(4000, 'got it thanks')) },
  'praise-hello': {
    options: { user: [says(2000, 'hello')], config: { first_message: LONG }, llm: ['Yes?'], stt: { msPerWord: 300 } },
  },
};

export const EARLIER: Readonly<Record<string, EarlierSession>> = {
  ...splices,
  ...drafts,
  ...lateFinals,
  ...thoughts,
  ...empty,
  ...unspaced,
  ...noises,
  ...talks,
  ...unfinishedWords,
  ...remarks,
  ...stopWords,
  ...failures,
  ...praise,
};
