import { firstValueFrom } from 'rxjs';
import type { AgentText, PauseTurnModel } from '../../core/turnModel.ts';
import type { PauseScore, ScoredPause } from './policies.ts';

/** A user's speech with known pauses. Times are in ms from the start of the audio. */
export interface TimedSpeech {
  /** Mono PCM at 16 kHz. Empty if there is no audio. */
  readonly samples: Int16Array;
  /** The turns, in order. */
  readonly turns: readonly TimedTurn[];
  /** BCP-47 tag, if known. */
  readonly language: string | undefined;
  /** The recorded turn ends. Undefined if it is not a recording of a session. */
  readonly session?: RecordedTurnEnds | undefined;
}

/** The decisions of a session and its recogniser about the speech, in order. Times are session times. */
export interface RecordedTurnEnds {
  /** Times at which turns were committed. */
  readonly committedMs: readonly number[];
  /** The recogniser's findings about turns, and when they arrived. */
  readonly found: readonly RecordedFinding[];
  /** Converts the audio time at which a sound ended or began to session time. */
  timeOfEnd(audioMs: number): number;
  timeOfStart(audioMs: number): number;
}

/** A finding of the recogniser: the probability that the turn is over. */
export interface RecordedFinding {
  readonly atMs: number;
  readonly over: number;
}

/** A turn of a user. */
export interface TimedTurn {
  /** Start of its first sound. */
  readonly startMs: number;
  readonly words: readonly TimedWord[];
  /** The pauses within the turn, in order: from the end of each sound to the start of the next. */
  readonly pauses: readonly { readonly fromMs: number; readonly toMs: number }[];
  /** End of its last sound. */
  readonly endMs: number;
  /** The agent's preceding words. */
  readonly agent: AgentText;
}

export interface TimedWord {
  readonly text: string;
  /** Time at which the recogniser has the word. */
  readonly knownMs: number;
}

/** Time between two questions to the model, and the latest time of a question after the end of the sound, in ms. */
const STEP_MS = 100;
const LAST_MS = 1000;

const SAMPLES_PER_MS = 16;
/** Duration of the audio included from before the first sound of a turn, as in `turnEnd`, in ms. */
const PREFIX_MS = 500;
const LONGEST_AUDIO = 8 * 16_000;

/**
 * Asks a model about each pause, every 0.1 s for at most 1 s, with the words and audio known by then. A model that
 * reads only words is asked when there are words and when they change.
 */
export async function scorePauses(speech: TimedSpeech, model: PauseTurnModel): Promise<readonly ScoredPause[]> {
  const scored: ScoredPause[] = [];
  for (const turn of speech.turns)
    for (const { fromMs, toMs } of [...turn.pauses, { fromMs: turn.endMs, toMs: Number.POSITIVE_INFINITY }])
      scored.push({ lengthMs: toMs - fromMs, scores: await scorePause({ speech, turn, fromMs, toMs }, model) });
  return scored;
}

interface AskedPause {
  readonly speech: TimedSpeech;
  readonly turn: TimedTurn;
  readonly fromMs: number;
  readonly toMs: number;
}

async function scorePause(pause: AskedPause, model: PauseTurnModel): Promise<readonly PauseScore[]> {
  const scores: PauseScore[] = [];
  let asked: string | undefined;
  for (let afterMs = STEP_MS; afterMs <= Math.min(LAST_MS, pause.toMs - pause.fromMs); afterMs += STEP_MS) {
    const text = textBy(pause.turn, pause.fromMs + afterMs);
    if (model.usesAudio === false && (text === '' || text === asked)) continue;
    asked = text;
    scores.push({ afterMs, over: await ask(pause, { text, afterMs }, model) });
  }
  return scores;
}

async function ask(
  { speech, turn, fromMs }: AskedPause,
  { text, afterMs }: { readonly text: string; readonly afterMs: number },
  model: PauseTurnModel,
): Promise<number> {
  const from = Math.max(0, Math.floor((turn.startMs - PREFIX_MS) * SAMPLES_PER_MS));
  const upTo = Math.floor((fromMs + afterMs) * SAMPLES_PER_MS);
  const audio = (): Int16Array => speech.samples.slice(Math.max(from, upTo - LONGEST_AUDIO), upTo);
  const asked = { text, pauseMs: afterMs, agent: turn.agent, language: speech.language, audio };
  const { over } = await firstValueFrom(model.score(asked));
  return over;
}

/** Returns the words of the turn known at a given time. */
function textBy({ words }: TimedTurn, atMs: number): string {
  return words
    .filter(({ knownMs }) => knownMs <= atMs)
    .map(({ text }) => text)
    .join(' ');
}
