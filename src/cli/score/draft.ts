import type { Recording } from '../../record/format.ts';
import type { SessionRequest } from '../../session/recording.ts';
import { allOut } from '../../replay/lines.ts';
import { analyseRecording, type RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import type { DoubleBehaviours } from '../../testing/score/options.ts';
import type { LlmReply } from '../../testing/doubles/streamReply.ts';
import type { RecordedSpeech } from './compareHeard.ts';
import { readUserActions, type DraftAction } from './userActions.ts';
import { readDoubles } from './doubles.ts';
import { readFunctions, type DraftFunction } from './functions.ts';
import { readReplies } from './replies.ts';
import { cutStretch, formatTime, type IsWithin, type Stretch } from './stretch.ts';

/** A score created from a recording. */
export interface ScoreDraft {
  readonly session: string;
  /** The session's configuration, without its parts. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Settings of the VAD. */
  readonly vad: Readonly<Record<string, unknown>>;
  readonly actions: readonly DraftAction[];
  readonly replies: readonly LlmReply[];
  readonly functions: readonly DraftFunction[];
  /** The return values of `on_user_away`, in order. */
  readonly away: readonly (string | undefined)[];
  readonly doubles: DoubleBehaviours;
  /** Time from the last action to the end, in ms. */
  readonly lastingMs: number;
  readonly recorded: RecordedOutcome;
  /** Sentences about everything that a score cannot express. */
  readonly omitted: readonly string[];
}

/** The events of the recording. */
export interface RecordedOutcome {
  readonly heard: readonly RecordedSpeech[];
}

/** Time after the end of the last words, in ms. */
const MARGIN_MS = 500;

/** Creates the draft of a score from a recording, or from a stretch of it. */
export function createDraft(recording: Recording, stretch?: Stretch): ScoreDraft {
  const { head, lines } = recording;
  const session = analyseRecording(recording);
  const cut = cutStretch(recording, readUserActions(recording, session), stretch);
  const { actions, startMs, isWithin } = cut;
  const heard = readHeard(recording, isWithin);
  const endMs = cut.endMs ?? Math.max(session.endMs, lastWordsEnd(heard, session));
  const lastMs = Math.max(0, ...actions.map(({ atMs, toMs = atMs }) => toMs));
  const { vad, stt: _stt, tts: _tts, turn_detection, ...config } = head.config;
  const { provider: _provider, ...vadSettings } = vad;
  return {
    session: head.session,
    config: { ...config, ...cut.config, ...(turn_detection?.provider === 'text' && { turn_detection }) },
    vad: vadSettings,
    actions,
    replies: readReplies(lines, isWithin),
    functions: readFunctions(lines, session, isWithin),
    away: readAway(recording, session, isWithin),
    doubles: readDoubles(session),
    lastingMs: Math.max(1000, Math.ceil((endMs - startMs - lastMs) / 100) * 100),
    recorded: { heard },
    omitted: [...listOmitted(recording, session, isWithin), ...cut.omitted],
  };
}

function readAway({ lines }: Recording, { away }: RecordedSession, isWithin: IsWithin): ScoreDraft['away'] {
  const times = allOut(lines, 'opened').filter(({ v }) => v.startsWith('away.'));
  return away.filter((_, n) => isWithin(times[n]?.t ?? 0)).map(({ texts }) => textOf(texts[0]?.text));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readHeard({ lines }: Recording, isWithin: IsWithin): readonly RecordedSpeech[] {
  const began = allOut(lines, 'playout').flatMap(({ t, v }) => (v.kind === 'started' ? t : []));
  let isCut = false;
  return allOut(lines, 'event').flatMap(({ t, v }) => {
    const { content } = (v['message'] ?? {}) as { readonly content?: string };
    if (v.name === 'on_agent_interrupted') isCut = true;
    if (v.name !== 'on_agent_message_added' || content === undefined) return [];
    const speech = { text: content, isCut, fromMs: began.findLast((ms) => ms <= t) ?? t };
    isCut = false;
    // Speech that began before the stretch is not in the score.
    return isWithin(t) && isWithin(speech.fromMs) ? [speech] : [];
  });
}

/** Returns the time at which the voice of the score ends the last words, if they were not cut off. */
function lastWordsEnd(heard: readonly RecordedSpeech[], { pace }: RecordedSession): number {
  const last = heard.at(-1);
  return last === undefined || last.isCut ? 0 : last.fromMs + last.text.length * pace.msPerChar + MARGIN_MS;
}

/** The owner's requests that a score repeats by itself, or as lines. */
const EXPRESSED: ReadonlySet<SessionRequest['kind']> = new Set(['start', 'end', 'respond']);

function listOmitted(
  { head, lines }: Recording,
  { requests, digits, breaks, utterances }: RecordedSession,
  isWithin: IsWithin,
): readonly string[] {
  const { turn_detection } = head.config;
  return [
    ...requests
      .filter(({ atMs, request }) => !EXPRESSED.has(request.kind) && isWithin(atMs))
      .map(({ atMs, request }) => `at ${formatTime(atMs)}, the owner of the session asked for: ${request.kind}`),
    ...lines.flatMap((line) =>
      'in' in line && line.in === 'asked' && line.by !== undefined && isWithin(line.t)
        ? [`at ${formatTime(line.t)}, the agent's code asked for: ${(line.v as SessionRequest).kind}`]
        : [],
    ),
    ...(digits.some(({ atMs }) => isWithin(atMs)) ? ['telephone keys, whose text is typed instead'] : []),
    ...(breaks.some(({ atMs }) => isWithin(atMs)) ? ['failures of the recogniser as a whole'] : []),
    ...(utterances.some(({ end: { kind } }) => kind === 'failed' || kind === 'stalled')
      ? ['failures of the voice']
      : []),
    ...(head.ports.turns !== undefined && turn_detection?.provider !== 'text'
      ? [`the turn model "${head.ports.turns.name}": pass it as a port`]
      : []),
    ...(head.splices.length + head.stages.length > 0 ? ['splices and stages: pass them as options'] : []),
    ...(lines.some((line) => 'dropped' in line) ? ['lines that are missing from the recording'] : []),
  ];
}
