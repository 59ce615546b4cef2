import { createPhrases } from '../../core/phrases/createPhrases.ts';
import type { Incoming, Recording } from '../../record/format.ts';
import { ofKind } from '../../replay/lines.ts';
import { incoming, outgoing, traceOf, type Trace } from '../../replay/timeline/lines.ts';

/** A turn-taking rule and its section in docs/turn-taking.md. */
export interface Rule {
  readonly title: string;
  readonly section: string;
  /** Returns whether the session demonstrates the rule. */
  isShown(session: Session): boolean;
}

interface Session extends Recording {
  readonly trace: Trace;
}

/** Lists the numbers of the rules that a session demonstrates. */
export function listRules(recording: Recording): readonly number[] {
  const session = { ...recording, trace: traceOf(recording.lines) };
  return [...RULES.keys()].filter((n) => RULES[n]?.isShown(session) === true);
}

/** The rules, in the order of that page. */
export const RULES: readonly Rule[] = [
  rule('Speech starts with voice', 'when-speech-starts-and-ends', ({ trace }) => activity(trace, 'started').length > 0),
  rule('Speech ends after silence', 'when-speech-starts-and-ends', ({ trace }) =>
    activity(trace, 'ended').some(({ v }) => v.by === 'silence'),
  ),
  rule('Speech ends when the microphone is muted, or audio stops', 'when-speech-starts-and-ends', ({ trace }) =>
    activity(trace, 'ended').some(({ v }) => v.by === 'mute' || v.by === 'stall'),
  ),
  rule('A turn is committed', 'when-the-users-turn-ends', ({ trace }) => outgoing(trace, 'userTurn').length > 0),
  rule('Speech after a pause belongs to the turn', 'when-the-users-turn-ends', isContinued),
  rule('Without words there is no turn', 'when-the-users-turn-ends', reports('empty_turn')),
  rule(
    'A slow recogniser does not block a turn',
    'when-the-users-turn-ends',
    reports('stt_timeout', 'late_transcript'),
  ),
  rule(
    'Typed text is committed at once',
    'when-the-users-turn-ends',
    ({ trace }) => incoming(trace, 'typed').length > 0,
  ),
  rule(
    'The words decide whether a turn has ended',
    'rules-about-the-words',
    ({ head, trace }) => head.config.turn_detection !== undefined && outgoing(trace, 'userTurn').length > 0,
  ),
  rule('The answer is requested before the commit', 'answers-before-the-commit', ({ trace }) =>
    outgoing(trace, 'metrics').some(({ v }) => v.preemptive !== undefined),
  ),
  rule('A reply waits while the user speaks', 'when-the-agent-waits', ({ trace }) =>
    outgoing(trace, 'metrics').some(({ v }) => v.parts.held > 0),
  ),
  rule('New words supersede a reply that is not heard yet', 'when-the-agent-waits', endsAs('superseded')),
  rule('Noise does not hold the agent for long', 'when-the-agent-waits', reports('noise')),
  rule('The user interrupts the agent', 'what-interrupts-the-agent', ({ trace }) =>
    outgoing(trace, 'event').some(({ v }) => v.name === 'on_agent_interrupted'),
  ),
  rule('A phrase interrupts at once', 'interrupt-phrases', hasInterruptPhrase),
  rule('An echo is ignored', 'echo', reports('echo')),
  rule('After an interruption without words the agent resumes', 'interruptions-without-words', isResumed),
  rule('A remark over the agent is answered after it', 'what-happens-to-short-remarks', hasRemark),
  rule('A backchannel does not interrupt', 'backchannels', hasBackchannel),
  rule('The history keeps what was heard of a cut reply', 'what-counts-as-heard', ({ trace }) =>
    ofKind(outgoing(trace, 'playout'), 'stopped').some(({ v }) => !v.whole),
  ),
  rule('A function is called', 'functions', ({ trace }) => outgoing(trace, 'functionCalls').length > 0),
  rule('A function fails, or takes too long', 'functions', reports('function_failed', 'function_late')),
  rule('A function runs in the background', 'functions', ({ trace }) =>
    outgoing(trace, 'functionResults').some(({ v }) => v.acknowledged !== undefined),
  ),
  rule('The handler fails, or takes too long', 'failures-and-timeouts', reports('handler_failed', 'handler_timeout')),
  rule('Speech to text or text to speech fails', 'failures-and-timeouts', reports('provider_failed', 'tts_timeout')),
  rule('A filler is said while an answer is slow', 'an-answer-that-is-slow', hasFiller),
  rule('A silent user is spoken to', 'a-user-who-is-silent', ({ trace }) => incoming(trace, 'away').length > 0),
];

function rule(title: string, section: string, isShown: Rule['isShown']): Rule {
  return { title, section, isShown };
}

function activity<Kind extends 'started' | 'ended'>(trace: Trace, kind: Kind) {
  return ofKind(outgoing(trace, 'activity'), kind);
}

function reports(...codes: readonly string[]): Rule['isShown'] {
  return ({ trace }) => outgoing(trace, 'error').some(({ v }) => codes.includes(v.code ?? ''));
}

function endsAs(reason: string): Rule['isShown'] {
  return ({ trace }) => ofKind(outgoing(trace, 'reply'), 'ended').some(({ v }) => v.reason === reason);
}

/** Returns whether one turn has finals of several segments. */
function isContinued({ trace }: Session): boolean {
  let fromMs = -1;
  return outgoing(trace, 'userTurn').some(({ t }) => {
    const finals = outgoing(trace, 'transcript').filter(
      (one) => one.v.kind === 'final' && one.t > fromMs && one.t <= t,
    );
    fromMs = t;
    return new Set(finals.map(({ v }) => v.segment)).size > 1;
  });
}

function hasInterruptPhrase({ head, trace }: Session): boolean {
  const { interrupt_phrases = [] } = head.config;
  if (interrupt_phrases.length === 0) return false;
  const phrases = createPhrases({ interruptPhrases: interrupt_phrases });
  return outgoing(trace, 'interruption').some(({ t, v }) => {
    const words = outgoing(trace, 'transcript').findLast((one) => one.t <= t && one.v.segment === v.segment);
    return words !== undefined && phrases.isInterruptPhrase(words.v.text);
  });
}

/** Returns whether a reply has another utterance after one that was cut off. */
function isResumed({ trace }: Session): boolean {
  const started = ofKind(outgoing(trace, 'speech'), 'started').map(({ v }) => v.turn);
  return new Set(started).size < started.length;
}

interface Heard {
  readonly fromMs: number;
  readonly toMs: number;
  readonly whole: boolean;
}

function heardOf(trace: Trace): readonly Heard[] {
  const playout = outgoing(trace, 'playout');
  return ofKind(playout, 'started').map(({ t, v: { utterance } }) => {
    const stopped = ofKind(playout, 'stopped').find(({ v }) => v.utterance === utterance);
    return { fromMs: t, toMs: stopped?.t ?? Number.POSITIVE_INFINITY, whole: stopped?.v.whole === true };
  });
}

/** Returns segments with final words that began and ended while the agent was heard, without interrupting it. */
function remarksOf({ trace }: Session): readonly { readonly text: string; readonly segment: number }[] {
  const heard = heardOf(trace).filter(({ whole }) => whole);
  const ends = activity(trace, 'ended');
  return activity(trace, 'started').flatMap(({ t, v: { segment } }) => {
    const ended = ends.find(({ v }) => v.segment === segment);
    const isOver = ended !== undefined && heard.some(({ fromMs, toMs }) => t >= fromMs && ended.t - SILENCE_MS <= toMs);
    const finals = outgoing(trace, 'transcript').filter(({ v }) => v.kind === 'final' && v.segment === segment);
    const text = finals.map(({ v }) => v.text).join(' ');
    return isOver && text !== '' ? [{ text, segment }] : [];
  });
}

/** Maximum silence before a segment ends, in ms. */
const SILENCE_MS = 600;

function backchannelsOf({ head }: Session): (text: string) => boolean {
  return createPhrases({ backchannels: head.config.backchannels }).isBackchannel;
}

function hasBackchannel(session: Session): boolean {
  const isBackchannel = backchannelsOf(session);
  return remarksOf(session).some(({ text }) => isBackchannel(text));
}

function hasRemark(session: Session): boolean {
  const isBackchannel = backchannelsOf(session);
  const turns = outgoing(session.trace, 'userTurn').map(({ v }) => v.text);
  return remarksOf(session).some(
    ({ text }) => !isBackchannel(text) && turns.some((turn) => turn.includes(text.trim())),
  );
}

/**
 * Returns whether a filler was heard. Recordings mark fillers since fillers give way to the answer; older recordings,
 * in which fillers were always said in full, do not.
 */
function hasFiller({ head, lines, trace }: Session): boolean {
  const known = lines.flatMap((line) => ('in' in line ? fillersOf(line.in, line.v) : []));
  const { filler: configured } = head.config;
  const fillers = [typeof configured === 'string' ? configured : '', ...known].filter((text) => text.trim() !== '');
  const spoken = ofKind(outgoing(trace, 'speech'), 'text');
  return spoken.some(({ v }) => v.filler === true || fillers.some((filler) => v.text.trim().startsWith(filler.trim())));
}

/** Returns the fillers of functions, or the filler that a function returned. */
function fillersOf(stream: string, value: unknown): readonly string[] {
  if (stream === 'functions')
    return Object.values((value ?? {}) as Incoming['functions']).flatMap(({ filler }) => filler ?? []);
  const { text } = stream.startsWith('filler.') ? ((value ?? {}) as Incoming['filler']) : {};
  return typeof text === 'string' ? [text] : [];
}
