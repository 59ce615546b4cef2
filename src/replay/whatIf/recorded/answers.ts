import type { ChatCompletionChunk } from '../../../core/chunk.ts';
import type { InLine, Line, WrittenError } from '../../../record/format.ts';
import type { SessionRequest } from '../../../session/recording.ts';
import type { Timed } from '../fromTimes.ts';
import { allOut, valueOut } from '../../lines.ts';

/** One answer of the handler: to a turn of the user, or to the results of its functions. Times are relative to the call. */
export interface RecordedAnswer {
  readonly turn: number;
  readonly round: number;
  readonly chunks: readonly (Timed & { readonly chunk: ChatCompletionChunk })[];
  readonly end: AnswerEnd;
  /** Requests of the handler to the session. */
  readonly requests: readonly (Timed & { readonly request: SessionRequest })[];
}

/** `cut`: it was unsubscribed from before its end, so that its rest is not known. `stalled`: it stopped emitting. */
export type AnswerEnd =
  | (Timed & { readonly kind: 'complete' | 'cut' | 'stalled' })
  | (Timed & { readonly kind: 'failed'; readonly error: WrittenError });

/** The answers of a recording, in the order of their calls. */
export function answersOf(lines: readonly Line[]): readonly RecordedAnswer[] {
  const failed = new Set(
    allOut(lines, 'reply').flatMap(({ v }) => (v.kind === 'ended' && v.reason === 'failed' ? v.turn : [])),
  );
  const answers: Draft[] = [];
  let due = { turn: -1, round: 0 };
  for (const line of lines) {
    const opened = valueOut(line, 'opened');
    const left = valueOut(line, 'left');
    due = callAfter(line) ?? due;
    if (opened?.startsWith('llm.')) answers.push(createDraft(opened, line.t, due));
    const own = answers.find(({ stream }) => stream === left || ('in' in line && stream === (line.by ?? line.in)));
    if (own === undefined) continue;
    if (left === own.stream) endDraft(own, line.t, failed.has(own.turn));
    else if ('in' in line) addLine(own, line);
  }
  return answers;
}

/** The call of the handler that a line causes. */
export function callAfter(line: Line): { readonly turn: number; readonly round: number } | undefined {
  const turn = valueOut(line, 'userTurn')?.turn;
  const results = valueOut(line, 'functionResults');
  if (turn !== undefined) return { turn, round: 0 };
  return results && { turn: results.turn, round: results.round + 1 };
}

type Draft = {
  -readonly [Key in 'end']: RecordedAnswer[Key];
} & {
  readonly stream: string;
  readonly openedAt: number;
  readonly turn: number;
  readonly round: number;
  readonly chunks: (Timed & { readonly chunk: ChatCompletionChunk })[];
  readonly requests: (Timed & { readonly request: SessionRequest })[];
};

function createDraft(stream: string, openedAt: number, call: { readonly turn: number; readonly round: number }): Draft {
  return { ...call, stream, openedAt, chunks: [], requests: [], end: { kind: 'cut', atMs: 0 } };
}

function addLine(draft: Draft, { t, in: stream, v, error, end }: InLine): void {
  const atMs = t - draft.openedAt;
  if (stream === 'asked') draft.requests.push({ atMs, request: v as SessionRequest });
  else if (error !== undefined) draft.end = { kind: 'failed', atMs, error };
  else if (end) draft.end = { kind: 'complete', atMs };
  else if (v !== undefined) draft.chunks.push({ atMs, chunk: v as ChatCompletionChunk });
}

function endDraft(draft: Draft, t: number, failed: boolean): void {
  draft.end = { kind: failed ? 'stalled' : 'cut', atMs: t - draft.openedAt };
}
