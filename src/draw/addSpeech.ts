import type { ServerMessage } from '../core/protocol.ts';
import { closeSpans, type Pending, type Synthesis, type Timeline, type Utterance } from './model.ts';
import { afterWords } from './timelineEvent.ts';

/** A message of one type. */
export type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { readonly type: Type }>;

/** Adds text to its synthesis and utterance. */
export function addText(
  { syntheses, utterances }: Timeline,
  message: Of<'agent.text'>,
): Pick<Timeline, 'syntheses' | 'utterances'> {
  const { utterance_id: utterance, delta, repeated_chars: repeatedChars = 0, t_ms: fromMs } = message;
  const begun = syntheses.some((synthesis) => synthesis.utterance === utterance)
    ? syntheses
    : [...syntheses, { utterance, fromMs, toMs: null, audioAtMs: null, text: '', repeatedChars }];
  return {
    syntheses: begun.map((synthesis) =>
      isOf(synthesis, message) ? { ...synthesis, text: synthesis.text + delta } : synthesis,
    ),
    utterances: utterances.map((spoken) => (isOf(spoken, message) ? { ...spoken, text: spoken.text + delta } : spoken)),
  };
}

/** Ends syntheses without audio if their reply has failed or was abandoned. */
export function endIfLost({ syntheses }: Timeline, isLost: boolean, atMs: number): readonly Synthesis[] {
  if (!isLost) return syntheses;
  return syntheses.flatMap((synthesis) => (synthesis.audioAtMs === null ? closeSpans([synthesis], atMs) : synthesis));
}

export function endSynthesis(
  syntheses: readonly Synthesis[],
  message: Of<'audio.end' | 'clear'>,
): readonly Synthesis[] {
  return syntheses.flatMap((synthesis) =>
    isOf(synthesis, message) ? closeSpans([synthesis], message.t_ms) : synthesis,
  );
}

export function isOf({ utterance }: Synthesis | Utterance, message: { readonly utterance_id: string }): boolean {
  return utterance === message.utterance_id;
}

export function startUtterance(timeline: Timeline, message: Of<'agent.speech_started'>): Partial<Timeline> {
  const { utterance_id: utterance, t_ms: fromMs } = message;
  const { committedMs } = timeline.pending;
  const synthesis = timeline.syntheses.find((other) => isOf(other, message));
  const { text, repeatedChars } = synthesis ?? { text: '', repeatedChars: 0 };
  const unknown = { toMs: null, cut: false, heard: null, unheardMs: 0, words: [] };
  const spoken = { utterance, fromMs, text, repeatedChars, ...unknown };
  return {
    utterances: [...timeline.utterances, spoken],
    waits:
      committedMs === null ? timeline.waits : [...timeline.waits, { fromMs: beganMs(timeline, fromMs), toMs: fromMs }],
    ...updatePending(timeline, { committedMs: null, waitMs: null }),
  };
}

/** Returns the start of the wait for the audio that is heard now. */
function beganMs({ pending: { committedMs, waitMs } }: Timeline, heardMs: number): number {
  return waitMs === null ? (committedMs ?? heardMs) : heardMs - waitMs;
}

/** Corrects the wait, whose full length is known only once the answer is heard. */
export function correctWait(timeline: Timeline, { total_ms: totalMs }: Of<'metrics'>): Partial<Timeline> {
  const { waits, pending } = timeline;
  // For an answer that was already generated, the metrics arrive right before its first sound.
  if (pending.committedMs !== null) return updatePending(timeline, { waitMs: totalMs });
  const last = waits.at(-1);
  if (last === undefined || last.toMs === null) return {};
  return { waits: [...waits.slice(0, -1), { fromMs: last.toMs - totalMs, toMs: last.toMs }] };
}

export function endUtterances(
  utterances: readonly Utterance[],
  message: Of<'agent.speech_stopped'>,
): readonly Utterance[] {
  const { t_ms: toMs, reason } = message;
  return utterances.map((spoken) =>
    isOf(spoken, message) && spoken.toMs === null ? endUtterance(spoken, toMs, reason === 'cut') : spoken,
  );
}

/**
 * Ends an utterance. Counts nothing of a cut utterance as heard until an interruption or a message tells which part
 * was.
 */
function endUtterance(spoken: Utterance, toMs: number, cut: boolean): Utterance {
  return { ...spoken, toMs, cut, heard: spoken.heard ?? (cut ? '' : null) };
}

export function addInterruption(timeline: Timeline, message: Of<'agent.interrupted'>): Partial<Timeline> {
  const { cleared } = timeline.pending;
  const atMs = cleared?.utterance === message.utterance_id ? cleared.atMs : message.t_ms;
  const { text } = message;
  return {
    interruptions: [...timeline.interruptions, { atMs, text: afterWords(text) }],
    utterances: timeline.utterances.map((spoken) => (isOf(spoken, message) ? withHeard(spoken, text) : spoken)),
    ...updatePending(timeline, { cleared: null }),
  };
}

/** Fills in the heard text of a cut utterance unless it is already known. */
export function fillHeard(utterances: readonly Utterance[], heard: string): readonly Utterance[] {
  const last = utterances.at(-1);
  return last?.cut === true && last.heard === '' ? [...utterances.slice(0, -1), withHeard(last, heard)] : utterances;
}

/** Sets the heard text: the part that the utterance repeats, followed by the new words. */
export function withHeard<Of extends Pick<Utterance, 'text' | 'repeatedChars'>>(
  spoken: Of,
  words: string,
): Of & Pick<Utterance, 'heard'> {
  const { text, repeatedChars } = spoken;
  const from = repeatedChars + text.slice(repeatedChars).search(/\S|$/);
  const heard = words !== '' && text.startsWith(words, from) ? text.slice(0, from + words.length) : words;
  return { ...spoken, heard };
}

export function updatePending({ pending }: Timeline, change: Partial<Pending>): Pick<Timeline, 'pending'> {
  return { pending: { ...pending, ...change } };
}
