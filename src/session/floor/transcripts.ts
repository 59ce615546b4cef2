import { addTranscript } from '../../core/segmentText.ts';
import type { Transcript } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { interruptWithWords } from './cut.ts';
import { claimNow } from './derive.ts';
import { isAudible, isUnheardFirstMessage } from './replyState.ts';
import { isOverlapping, type SpokenSegment } from './userState.ts';
import { setSpeaking, type Draft } from './draft.ts';
import { addLateFinal } from './lateFinals.ts';
import { addPending, findPending, setSpoken, textOf } from './pending.ts';
import { addSpeaking } from './segments.ts';

/** Adds the words of a segment, also of one that is closed. */
export function applyTranscript(draft: Draft, { kind, segment, text }: Transcript): void {
  if (text.trim() === '') return;
  const spoken = findPending(draft, segment);
  const isOpen = draft.floor.user.openSegment?.segment === segment;
  if (spoken === undefined && !isOpen) return kind === 'final' ? addLateFinal(draft, segment, text) : undefined;
  if (kind === 'interim' && spoken?.phase === 'ready') return;
  const rest = textBeyond(closedTextOf(draft, segment), text);
  if (rest !== '') addWords(draft, spoken ?? continueSegment(draft, segment), { kind, segment, text: rest });
}

/** Adds typed text. It is ready at once and waits for no endpoint. */
export function addTyped(draft: Draft, text: string): void {
  if (text.trim() === '') return;
  const { reply, settings } = draft.floor;
  const waits =
    isUnheardFirstMessage(reply) || (claimNow(draft.floor) === 'overlapping' && !settings.allowInterruptions);
  if (!waits && reply !== null) interruptWithWords(draft);
  addPending(draft, { kind: 'typed', claim: waits ? 'queued' : 'live', text: text.trim() });
}

/** Begins a further segment for words behind noise, or behind an early commit. */
function continueSegment(draft: Draft, segment: number): SpokenSegment {
  setSpeaking(draft, true);
  return addSpeaking(draft, segment);
}

function addWords(draft: Draft, spoken: SpokenSegment, transcript: Transcript): void {
  const after = setSpoken(draft, spoken, { text: addTranscript(spoken.text, transcript) });
  if (textOf(after) !== textOf(spoken)) interruptIfAllowed(draft, after);
}

/** Ends a reply for new words if it is not audible yet, is suspended or has been silent for long. */
function interruptIfAllowed(draft: Draft, spoken: SpokenSegment): void {
  const { reply, settings } = draft.floor;
  if (reply === null || spoken.claim === 'deferred') return;
  const isInSilence = spoken.voice?.inSilence === true && isAudible(reply) && settings.allowInterruptions;
  if (isInSilence || !isOverlapping(spoken)) interruptWithWords(draft);
}

/** Returns the words of a segment that were committed or dropped before. */
function closedTextOf(draft: Draft, segment: number): string {
  return joinText(...draft.floor.user.closed.filter((one) => one.segment === segment).map(({ text }) => text ?? ''));
}

/** Returns the rest of `text` behind `known`; all of it if it does not begin so. */
function textBeyond(known: string, text: string): string {
  const whole = text.trim();
  return known !== '' && whole.toLowerCase().startsWith(known.toLowerCase()) ? whole.slice(known.length).trim() : whole;
}
