import type { TurnInput, UserTurn } from '../../core/speech.ts';
import { joinText } from '../../core/text.ts';
import { emitFact, report, setFloor, type OpenStep } from './openStep.ts';
import type { Floor, MessageFact, Reserved } from './state.ts';
import type { PendingSpeech } from './user.ts';

/** How long a message waits for words of the user that come before it, in ms. */
export const OWED_WORDS_MS = 5000;

type OwedWords = Extract<Reserved, { kind: 'words' }>;

/** Describes a turn for a speech model. */
export function createTurnInput(
  { settings }: Floor,
  speeches: readonly PendingSpeech[],
): Pick<UserTurn, 'input'> | undefined {
  if (settings.speechModel === undefined) return undefined;
  const spoken = speeches.filter((speech) => speech.kind === 'spoken');
  const typed = speeches.map((speech) => (speech.kind === 'typed' ? speech.text : ''));
  const input: TurnInput = {
    segments: spoken.map(({ segment }) => segment),
    typed: joinText(...typed),
    owesWords: spoken.some(({ owesWords }) => owesWords),
  };
  return { input };
}

/** Describes words that the application puts into the user's mouth. */
export function createTypedInput({ settings }: Floor, typed: string | undefined): Pick<UserTurn, 'input'> | undefined {
  if (settings.speechModel === undefined || typed === undefined) return undefined;
  return { input: { segments: [], typed, owesWords: false } };
}

/** Reserves the place of a turn whose words are not known yet. */
export function reserveWords(step: OpenStep, { turn, text, input }: UserTurn): void {
  const words: OwedWords = { kind: 'words', turn, segments: input?.segments ?? [], known: text.trim() };
  setFloor(step, { reserved: [...step.floor.reserved, words] });
}

/** Adds a message to the history, behind all words that are still to come. */
export function emitMessage(step: OpenStep, fact: MessageFact): void {
  const { reserved, now } = step.floor;
  if (reserved.length === 0) return emitFact(step, fact);
  setFloor(step, { reserved: [...reserved, { kind: 'message', fact: place(fact), until: now + OWED_WORDS_MS }] });
}

/** Later functions may be in the history before a message that has waited. */
function place(fact: MessageFact): MessageFact {
  return fact.kind === 'agent_message' ? { ...fact, waited: true } : fact;
}

/** Adds the words of a turn at its place. Words that come too late are dropped. */
export function addOwedWords(step: OpenStep, segment: number, text: string): void {
  const owed = findOwed(step, segment);
  if (owed === undefined)
    return report(step, 'late_transcript', 'the words of a turn came after the messages behind it', { segment });
  fill(step, owed, joinText(text.trim(), owed.known));
}

/** Gives up the words of a segment that will not come. */
export function giveUpWords(step: OpenStep, segment: number): void {
  const owed = findOwed(step, segment);
  if (owed !== undefined) fill(step, owed, owed.known);
}

function findOwed({ floor: { reserved } }: OpenStep, segment: number): OwedWords | undefined {
  return reserved.find((place): place is OwedWords => place.kind === 'words' && place.segments.includes(segment));
}

function fill(step: OpenStep, owed: OwedWords, content: string): void {
  const { reserved, now } = step.floor;
  const fact: MessageFact = { kind: 'user_message', content, insertAt: owed.turn };
  const filled: readonly Reserved[] = content === '' ? [] : [{ kind: 'message', fact, until: now + OWED_WORDS_MS }];
  setFloor(step, { reserved: reserved.flatMap((place) => (place === owed ? filled : [place])) });
  emitReady(step);
}

/** Emits the messages that wait for nothing more. */
function emitReady(step: OpenStep): void {
  const { reserved } = step.floor;
  const waiting = reserved.findIndex(({ kind }) => kind === 'words');
  const ready = waiting < 0 ? reserved : reserved.slice(0, waiting);
  for (const place of ready) if (place.kind === 'message') emitFact(step, place.fact);
  setFloor(step, { reserved: reserved.slice(ready.length) });
}

/** Returns the scheduler time until which the first message waits; null: none waits. */
export function reservedUntil({ reserved }: Pick<Floor, 'reserved'>): number | null {
  const first = reserved.find(({ kind }) => kind === 'message');
  return first?.kind === 'message' ? first.until : null;
}

/** Gives up the words for which a message has waited long enough. */
export function giveUpLateWords(step: OpenStep): void {
  for (let until = reservedUntil(step.floor); until !== null && until <= step.floor.now; )
    until = giveUpFirst(step) ? reservedUntil(step.floor) : null;
}

/** Gives up all words that are still to come, because the session ends. */
export function giveUpAllWords(step: OpenStep): void {
  while (giveUpFirst(step));
}

/** Gives up the first words. Returns whether there were any. */
function giveUpFirst(step: OpenStep): boolean {
  const owed = step.floor.reserved.find((place): place is OwedWords => place.kind === 'words');
  if (owed === undefined) return false;
  const { turn } = owed;
  report(step, 'words_missing', 'the speech model did not return the words of the turn in time', { turn });
  fill(step, owed, owed.known);
  return true;
}
