import type { Recording } from '../../record/format.ts';
import type { SessionRequest } from '../../session/recording.ts';
import { allOut } from '../../replay/lines.ts';
import { analyseRecording, type RecordedSession } from '../../replay/whatIf/recorded/recordedSession.ts';
import type { DoubleBehaviours } from '../../testing/score/options.ts';
import type { LlmReply } from '../../testing/doubles/streamReply.ts';
import { readUserActions, type DraftAction } from './userActions.ts';
import { readDoubles } from './doubles.ts';
import { readFunctions, type DraftFunction } from './functions.ts';
import { readReplies } from './replies.ts';

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
  readonly heard: readonly string[];
}

/** Creates the draft of a score from a recording. */
export function createDraft(recording: Recording): ScoreDraft {
  const { head, lines } = recording;
  const session = analyseRecording(recording);
  const actions = readUserActions(recording, session);
  const lastMs = Math.max(0, ...actions.map(({ atMs, toMs = atMs }) => toMs));
  const { vad, stt: _stt, tts: _tts, turn_detection, ...config } = head.config;
  const { provider: _provider, ...vadSettings } = vad;
  return {
    session: head.session,
    config: { ...config, ...(turn_detection?.provider === 'text' && { turn_detection }) },
    vad: vadSettings,
    actions,
    replies: readReplies(lines),
    functions: readFunctions(lines, session),
    away: session.away.map(({ texts }) => textOf(texts[0]?.text)),
    doubles: readDoubles(session),
    lastingMs: Math.max(1000, Math.ceil((session.endMs - lastMs) / 100) * 100),
    recorded: { heard: readHeard(recording) },
    omitted: listOmitted(recording, session),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readHeard({ lines }: Recording): readonly string[] {
  return allOut(lines, 'event').flatMap(({ v }) => {
    const { content } = (v['message'] ?? {}) as { readonly content?: string };
    return v.name === 'on_agent_message_added' && content !== undefined ? [content] : [];
  });
}

/** The owner's requests that a score repeats by itself, or as lines. */
const EXPRESSED: ReadonlySet<SessionRequest['kind']> = new Set(['start', 'end', 'respond']);

function listOmitted({ head, lines }: Recording, { requests, digits, breaks }: RecordedSession): readonly string[] {
  const { turn_detection } = head.config;
  return [
    ...requests
      .filter(({ request }) => !EXPRESSED.has(request.kind))
      .map(({ atMs, request }) => `at ${seconds(atMs)}, the owner of the session asked for: ${request.kind}`),
    ...lines.flatMap((line) =>
      'in' in line && line.in === 'asked' && line.by !== undefined
        ? [`at ${seconds(line.t)}, the agent's code asked for: ${(line.v as SessionRequest).kind}`]
        : [],
    ),
    ...(digits.length > 0 ? ['telephone keys, whose text is typed instead'] : []),
    ...(breaks.length > 0 ? ['failures of the recogniser as a whole'] : []),
    ...(head.ports.turns !== undefined && turn_detection?.provider !== 'text'
      ? [`the turn model "${head.ports.turns.name}": pass it as a port`]
      : []),
    ...(head.splices.length + head.stages.length > 0 ? ['splices and stages: pass them as options'] : []),
    ...(lines.some((line) => 'dropped' in line) ? ['lines that are missing from the recording'] : []),
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
