import { allowsInterruptions } from './hold.ts';
import { addSpeaking } from './speaking.ts';
import { addFinal, addTranscript } from '../../core/segmentText.ts';
import type { Transcript } from '../../core/speech.ts';
import { hasWords, isBackchannel } from './backchannels.ts';
import { interruptIfUnheard, interruptWithWords } from './cut.ts';
import { claimNow } from './derive.ts';
import { isUnheardFirstMessage } from './replyState.ts';
import type { SpokenSegment } from './user.ts';
import { setSpeaking, type OpenStep } from './openStep.ts';
import { addLateFinal } from './lateFinals.ts';
import { addPending, findPending, setSpoken, textOf } from './pending.ts';
import { addOwedWords } from './reserved.ts';
import { takeNewWords } from './revisions.ts';

/** Adds the words of a segment, which may be closed. */
export function applyTranscript(step: OpenStep, transcript: Transcript): void {
  const { kind, segment, text } = transcript;
  if (step.floor.settings.speechModel !== 'alone') addTranscribed(step, transcript);
  else if (kind === 'final') addOwedWords(step, segment, text);
}

function addTranscribed(step: OpenStep, { kind, segment, text }: Transcript): void {
  const spoken = findPending(step, segment);
  if (text.trim() === '') return kind === 'final' ? retractInterim(step, spoken) : undefined;
  const isOpen = step.floor.user.openSegment?.segment === segment;
  if (spoken === undefined && !isOpen) return kind === 'final' ? addLateFinal(step, segment, text) : undefined;
  if (kind === 'interim' && spoken?.phase === 'ready') return;
  const rest = takeNewWords(step, { kind, segment, text });
  if (rest !== '') addWords(step, spoken ?? continueSegment(step, segment), { kind, segment, text: rest });
}

/** Drops the interim that a blank final replaces: it contained no words of the user. */
function retractInterim(step: OpenStep, spoken: SpokenSegment | undefined): void {
  if (spoken !== undefined) setSpoken(step, spoken, { text: addFinal(spoken.text, { text: '' }) });
}

/** Adds typed text. It is ready at once and needs no endpoint. */
export function addTyped(step: OpenStep, text: string): void {
  if (text.trim() === '') return;
  const waits = isReplyProtected(step);
  if (!waits) interruptWithWords(step);
  addPending(step, { kind: 'typed', claim: waits ? 'queued' : 'live', text: text.trim() });
}

/** Ends the reply for a telephone key, as for typed text. The meaning of the keys follows as text. */
export function interruptWithKey(step: OpenStep): void {
  if (!isReplyProtected(step)) interruptWithWords(step);
}

function isReplyProtected({ floor }: OpenStep): boolean {
  return isUnheardFirstMessage(floor.reply) || (claimNow(floor) === 'overlapping' && !allowsInterruptions(floor));
}

/** Begins a further segment for words after noise or an early commit. */
function continueSegment(step: OpenStep, segment: number): SpokenSegment {
  setSpeaking(step, true);
  return addSpeaking(step, segment);
}

function addWords(step: OpenStep, spoken: SpokenSegment, transcript: Transcript): void {
  const text = addTranscript(spoken.text, transcript);
  const after = reclaim(step, setSpoken(step, spoken, { text, wordsAt: step.floor.now }));
  if (textOf(after) !== textOf(spoken) && hasWords(step.floor, after)) interruptIfUnheard(step, after);
}

/** Returns late words to the speech over the agent if it is no longer a backchannel with them. */
function reclaim(step: OpenStep, spoken: SpokenSegment): SpokenSegment {
  const isMore = (spoken.claim === 'backchannel' || spoken.claim === 'greeting') && !isBackchannel(step.floor, spoken);
  return isMore ? setSpoken(step, spoken, { claim: 'overlapping' }) : spoken;
}
