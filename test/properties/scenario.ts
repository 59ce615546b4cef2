import type { TurnDetection } from '../../providers/names.ts';
import type { EventInputs } from '../../src/session/eventInputs.ts';
import type { Background } from '../../src/session/config/background.ts';
import type { TurnCommand } from '../../src/core/ports.ts';
import type { ReplyRequest } from '../../src/core/speech.ts';
import type { SttTurnBehaviour } from '../../src/testing/doubles/sttTurns.ts';
import type { LlmBehaviour } from '../../src/testing/doubles/streamReply.ts';
import type { TtsBehaviour } from '../../src/testing/doubles/emitSpeech.ts';

export type TestData = Record<string, unknown>;

/** A sound of the user: so long after the end of the one before. */
export interface Sound {
  readonly gapMs: number;
  readonly forMs: number;
}

/** What the recogniser makes of a segment. Its words are numbered, so that none is like another. */
export interface Hearing {
  /** Words of each text; of several, each is a final of its own. */
  readonly words: readonly number[];
  readonly answer: 'final' | 'empty' | 'failed' | 'none' | 'breaks';
  readonly delayMs: number;
  readonly msPerWord: number;
  /** Interims that go back and forth between these numbers of words; null: as the words come. */
  readonly interims: readonly number[] | null;
  /** Words of a final that comes so long after the answer. */
  readonly late: { readonly words: number; readonly afterMs: number } | null;
  /** Which of its words are backchannels, each by itself; late words, too. */
  readonly backchannels: 'none' | 'first' | 'all';
  /** True if each of its words is a remark of a user who waits, such as the agent's name. */
  readonly isRemark: boolean;
}

/** Two words, understood at once. */
export const TWO_WORDS: Hearing = {
  words: [2],
  answer: 'final',
  delayMs: 50,
  msPerWord: 300,
  interims: null,
  late: null,
  backchannels: 'none',
  isRemark: false,
};

/** One call of the handler. */
export interface Completion extends LlmBehaviour {
  /** Words of each sentence. */
  readonly sentences: readonly number[];
  /** Whether the sentences are questions. */
  readonly asks: boolean;
  readonly calls: readonly FunctionName[];
}

export type FunctionName = keyof typeof FUNCTIONS | HandoffName | BackgroundName | 'cancel_renew';
export type BackgroundName = 'fetch' | 'watch' | 'renew' | 'urge' | 'hurry' | 'note';
export type HandoffName = keyof typeof HANDOFFS;

/** The functions of the agent, and what is special about each. */
export const FUNCTIONS = {
  time: 'returns at once',
  search: 'takes 2 s',
  broken: 'throws',
  book: 'takes 3 s, uninterruptible',
  pay: 'takes 15 s, uninterruptible',
  stuck: 'never returns',
  talk: 'lets the agent say something',
  goodbye: 'ends the session after what is said',
  unknown: 'is not defined',
} as const;

/** The functions that run in the background, and how. `cancel_renew` ends one of them. */
export const BACKGROUND: Readonly<Record<BackgroundName, Background>> = {
  fetch: { result: 'when_idle', duplicates: 'refuse', cancel: false },
  watch: { result: 'when_idle', duplicates: 'allow', cancel: false },
  renew: { result: 'when_idle', duplicates: 'replace', cancel: true },
  urge: { result: 'interrupt', duplicates: 'allow', cancel: false },
  hurry: { result: 'interrupt', duplicates: 'refuse', cancel: false },
  note: { result: 'silent', duplicates: 'allow', cancel: false },
};

/** What a call in the background does. */
export interface BackgroundWork {
  /** Until it ends. */
  readonly ms: number;
  readonly ends: 'returns' | 'fails' | 'never' | 'answers at once' | 'fails at once';
  /** True if it goes on when its signal fires. */
  readonly isDeaf: boolean;
  readonly acknowledges: boolean;
  /** How often it reports, half as long as it takes after its beginning. */
  readonly reports: number;
  /** Whether the agent says what it reports: the text itself, or another one. */
  readonly says: boolean | string;
}

/** In seconds. */
export const BACKGROUND_TIMEOUT = 20;

/** The functions that hand the conversation to another agent, each call to a new one: `H0`, `H1` … */
export const HANDOFFS = {
  refer: 'hands over the whole history',
  refer_anew: 'hands over what was said since the user’s last message',
  refer_summary: 'hands over a summary, which takes 0.5 s',
  refer_slowly: 'hands over to an agent whose config takes 2 s',
  refer_booked: 'takes 3 s, uninterruptible, and hands over the whole history',
} as const;

/** What happens beside the user’s voice, so long after what happened before. */
export type Act = { readonly gapMs: number } & (
  | { readonly kind: 'type' | 'say'; readonly words: number }
  | { readonly kind: 'interrupt' | 'end' | 'end now' | 'close' }
  /** Cancels the latest call but `back` of those that were executed. */
  | { readonly kind: 'cancel'; readonly back: number }
  /** Requests a reply of its own. The words for the user have the name `q` and the number of the act; the instructions are `I` and
   * that number. */
  | { readonly kind: 'respond'; readonly words: number; readonly request: Omit<ReplyRequest, 'text' | 'instructions'> }
  | { readonly kind: TurnCommand }
  | { readonly kind: 'update'; readonly changes: readonly Change[] }
  | { readonly kind: 'freeze' | 'disconnect' | 'mute'; readonly forMs: number }
);

/** A field of an update: the instructions become `U` and the number of the act, the functions some of those of the agent. */
export type Change = 'instructions' | 'functions' | 'tts' | 'stt' | 'settings' | 'language' | 'turns';

/** What the developer does when an event happens, the first two times: from its handler, or at once, from a tap. */
export interface Reaction {
  readonly on: keyof EventInputs;
  readonly kind: 'say' | 'interrupt' | 'end' | 'throw';
  readonly from: 'handler' | 'tap';
}

export interface Client {
  readonly reports: 'positions' | 'finished-only' | 'none';
  readonly latencyMs: number;
  readonly clearDelayMs: number;
  readonly outputLatencyMs: number | null;
  /** In Hz; null: that of the voice. */
  readonly outputSampleRate: number | null;
  /** In ms. */
  readonly outputFrameMs: number;
}

export interface Rules {
  readonly allow_interruptions: boolean;
  readonly interrupt_time_threshold: number;
  readonly interrupt_word_threshold: number;
  readonly min_endpointing_delay: number;
  readonly turn_detection: ReturnType<typeof TurnDetection.Text> | undefined;
  readonly preemptive_generation: boolean;
  readonly filler: string;
  readonly filler_delay: number;
  readonly user_away_timeout: number;
  readonly max_nested_function_calls: number;
  readonly resume_after_false_interruption: boolean;
  readonly interrupt_phrases: readonly string[];
  readonly ignore_echo: boolean;
}

/** How a session listens and speaks, where it is not as usual. */
export interface Modes {
  /** What the client does at the end of each sound, in turn, in push to talk; null: voice activity decides. */
  readonly releases: readonly (TurnCommand | 'mute')[] | null;
  readonly pressingInterrupts: boolean;
  readonly transcriptionOnly: boolean;
  /** Answers have the marks of markdown, and the voice gets a text of its own. */
  readonly forTheEar: boolean;
  /** When the recogniser finds the ends of turns; null: it does not. */
  readonly turns: SttTurnBehaviour | null;
  /** Another recogniser, or another voice, stands in for the first when it fails. */
  readonly standIns: { readonly stt: boolean; readonly tts: boolean; readonly hedgeMs: number | null };
}

/** A whole conversation, as data: what everybody will do, and when. */
export interface Scenario {
  readonly rules: Rules;
  /** Words of the first message; 0: none. */
  readonly firstMessage: number;
  readonly voice: readonly Sound[];
  /** Longest speech of a segment that is transcribed, in seconds. */
  readonly bufferS: number;
  /** The words of segment 0, 1, 2 …; the others are without words. */
  readonly hearings: readonly Hearing[];
  readonly stt: { readonly interims: boolean; readonly finalTimeoutMs: number };
  readonly acts: readonly Act[];
  readonly reactions: readonly Reaction[];
  /** What operators are spliced in: one that declines all interruptions, one that drops every other turn. */
  readonly splice: 'none' | 'no interruptions' | 'half the turns';
  /** The answers to the calls of the handler, in turn, over and over. */
  readonly completions: readonly Completion[];
  /** What the calls in the background do, in turn, over and over. Default: they take 4 s. */
  readonly works?: readonly BackgroundWork[] | undefined;
  /** What the handler returns. */
  readonly handler: 'observable' | 'iterable' | 'promise';
  /** How utterance 0, 1, 2 … is spoken; the others are spoken at once. */
  readonly voices: readonly TtsBehaviour[];
  readonly tts: { readonly timings: boolean; readonly accepts: 'sentences' | 'tokens' };
  readonly client: Client;
  /** Default: as usual. */
  readonly modes?: Modes | undefined;
}

/** True in push to talk. */
export function isPushToTalk({ modes }: Scenario): boolean {
  return modes !== undefined && modes.releases !== null;
}

/** The `count` words called `name`, as sentences have them. */
export function words(name: string, count: number, from = 0): string {
  return Array.from({ length: count }, (_, n) => `${name}w${from + n}`).join(' ');
}

/** The words of the user that are backchannels, each by itself. */
export function backchannelsOf({ hearings }: Scenario): readonly string[] {
  return hearings.flatMap((hearing, segment) => {
    if (hearing.backchannels === 'none') return [];
    const all = wordsOf(hearing, segment);
    return hearing.backchannels === 'all' ? all : all.slice(0, 1);
  });
}

/** The words of the user that are remarks of one who waits, each by itself: backchannels are, too. */
export function remarksOf(scenario: Scenario): readonly string[] {
  const remarks = scenario.hearings.flatMap((hearing, segment) => (hearing.isRemark ? wordsOf(hearing, segment) : []));
  return [...backchannelsOf(scenario), ...remarks];
}

/** All words of a segment, also those of interims alone. */
function wordsOf({ words: counts, interims, late }: Hearing, segment: number): readonly string[] {
  const count = counts.reduce((sum, one) => sum + one, late?.words ?? 0);
  return words(`s${segment}`, Math.max(count, ...(interims ?? [])))
    .split(' ')
    .filter(Boolean);
}

/** How fast the agent speaks. */
export const MS_PER_CHAR = 40;

/** When each sound is made. */
export function placed(sounds: readonly Sound[]): readonly { readonly atMs: number; readonly forMs: number }[] {
  let end = 0;
  return sounds.map(({ gapMs, forMs }) => {
    const atMs = end + gapMs;
    end = atMs + forMs;
    return { atMs, forMs };
  });
}

/** When the last action of the scenario happens, in ms. */
export function lastMs({ voice, acts }: Scenario): number {
  const spoken = placed(voice).map(({ atMs, forMs }) => atMs + forMs);
  const done = timed(acts).map(({ atMs, act }) => atMs + ('forMs' in act ? act.forMs : 0));
  return Math.max(0, ...spoken, ...done);
}

export function timed(acts: readonly Act[]): readonly { readonly atMs: number; readonly act: Act }[] {
  let atMs = 0;
  return acts.map((act) => ({ act, atMs: (atMs += act.gapMs) }));
}
