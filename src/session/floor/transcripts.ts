import { addSpeaking } from './speaking.ts';
import { addFinal, addTranscript } from '../../core/segmentText.ts';
import type { Transcript } from '../../core/speech.ts';
import { hasWords, isBackchannel } from './backchannels.ts';
import { interruptIfUnheard, interruptWithWords } from './cut.ts';
import { claimNow } from './derive.ts';
import { isUnheardFirstMessage } from './replyState.ts';
import type { SpokenSegment } from './user.ts';
import { setSpeaking, type Draft } from './draft.ts';
import { addLateFinal } from './lateFinals.ts';
import { addPending, findPending, setSpoken, textOf } from './pending.ts';
import { takeNewWords } from './revisions.ts';

/** Adds the words of a segment, which may be closed. */
export function applyTranscript(draft: Draft, { kind, segment, text }: Transcript): void {
  const spoken = findPending(draft, segment);
  if (text.trim() === '') return kind === 'final' ? retractInterim(draft, spoken) : undefined;
  const isOpen = draft.floor.user.openSegment?.segment === segment;
  if (spoken === undefined && !isOpen) return kind === 'final' ? addLateFinal(draft, segment, text) : undefined;
  if (kind === 'interim' && spoken?.phase === 'ready') return;
  const rest = takeNewWords(draft, { kind, segment, text });
  if (rest !== '') addWords(draft, spoken ?? continueSegment(draft, segment), { kind, segment, text: rest });
}

/** Drops the interim that a blank final replaces: it contained no words of the user. */
function retractInterim(draft: Draft, spoken: SpokenSegment | undefined): void {
  if (spoken !== undefined) setSpoken(draft, spoken, { text: addFinal(spoken.text, { text: '' }) });
}

/** Adds typed text. It is ready at once and needs no endpoint. */
export function addTyped(draft: Draft, text: string): void {
  if (text.trim() === '') return;
  const waits = isReplyProtected(draft);
  if (!waits) interruptWithWords(draft);
  addPending(draft, { kind: 'typed', claim: waits ? 'queued' : 'live', text: text.trim() });
}

/** Ends the reply for a telephone key, as for typed text. The meaning of the keys follows as text. */
export function interruptWithKey(draft: Draft): void {
  if (!isReplyProtected(draft)) interruptWithWords(draft);
}

function isReplyProtected({ floor }: Draft): boolean {
  const { reply, settings } = floor;
  return isUnheardFirstMessage(reply) || (claimNow(floor) === 'overlapping' && !settings.allowInterruptions);
}

/** Begins a further segment for words after noise or an early commit. */
function continueSegment(draft: Draft, segment: number): SpokenSegment {
  setSpeaking(draft, true);
  return addSpeaking(draft, segment);
}

function addWords(draft: Draft, spoken: SpokenSegment, transcript: Transcript): void {
  const text = addTranscript(spoken.text, transcript);
  const after = reclaim(draft, setSpoken(draft, spoken, { text, wordsAt: draft.floor.now }));
  if (textOf(after) !== textOf(spoken) && hasWords(draft.floor, after)) interruptIfUnheard(draft, after);
}

/** Returns late words to the speech over the agent if it is no longer a backchannel with them. */
function reclaim(draft: Draft, spoken: SpokenSegment): SpokenSegment {
  const isMore = (spoken.claim === 'backchannel' || spoken.claim === 'greeting') && !isBackchannel(draft.floor, spoken);
  return isMore ? setSpoken(draft, spoken, { claim: 'overlapping' }) : spoken;
}
