import { map } from 'rxjs';
import type { Transcript, UserTurn } from '../../../src/core/speech.ts';
import type { TurnEvent } from '../../../src/core/turn.ts';
import type { Splices } from '../../../src/session/splices/splice.ts';
import type { TestSessionOptions, UserAction } from '../../support/testSession.ts';
import { LONG, says, TELL_ME } from '../../support/userActions.ts';

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

export const EARLIER: Readonly<Record<string, EarlierSession>> = {
  ...splices,
  ...drafts,
  ...lateFinals,
  ...thoughts,
  ...empty,
  ...unspaced,
};
