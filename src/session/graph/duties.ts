import { concatMap, filter, map, merge, of, type Observable } from 'rxjs';
import { mustSound } from '../../core/speakable.ts';
import type { FunctionCalls } from '../../core/turn.ts';
import type { VadEvent } from '../../core/speech.ts';
import type { StageName } from '../stages.ts';
import type { GraphSubjects } from './subjects.ts';

/**
 * A change in the work that a stage must finish. `open`: the stage has begun it, received a request for it, or made
 * progress. `close`: it is done or no longer wanted.
 */
export type DutyChange =
  | {
      readonly kind: 'open';
      readonly key: string | number;
      /** The missing step, such as `settled segment 3`. */
      readonly what: string;
      /** Finishes it instead of the stage. */
      readonly end: () => void;
    }
  | { readonly kind: 'close'; readonly key: string | number };

export interface Duty {
  /** Maximum time without progress, in ms. */
  readonly boundMs: number;
  readonly changes: (subjects: GraphSubjects) => Observable<DutyChange>;
}

/**
 * The work that stages must finish within a bounded time. Standard stages finish earlier: their own limits are shorter.
 */
export const DUTIES: { readonly [Name in StageName]?: Duty } = {
  // Windows come every 32 ms while a segment is open.
  vad: { boundMs: 10_000, changes: endSegments },
  transcribe: { boundMs: 30_000, changes: settleSegments },
  endpointing: { boundMs: 30_000, changes: endTurns },
  llmTurn: { boundMs: 30_000, changes: answerTurns },
  functions: { boundMs: 30_000, changes: executeCalls },
  speak: { boundMs: 10_000, changes: speakReplies },
  pace: { boundMs: 30_000, changes: playSpeech },
};

const close = (key: string | number): DutyChange => ({ kind: 'close', key });

function endSegments({ edges }: GraphSubjects): Observable<DutyChange> {
  return edges.activity.pipe(
    map((event): DutyChange => {
      const { segment } = event;
      if (event.kind === 'ended') return close(segment);
      const end = (): void => edges.activity.next(createEnd(event));
      return { kind: 'open', key: segment, what: `ended segment ${segment}`, end };
    }),
  );
}

function createEnd({ segment, atMs, ...event }: VadEvent): VadEvent {
  const voice = 'voicedMs' in event ? event : { voicedMs: 0, lastVoicedMs: atMs };
  return { kind: 'ended', segment, atMs, voicedMs: voice.voicedMs, lastVoicedMs: voice.lastVoicedMs, by: 'stall' };
}

function settleSegments({ edges, settled }: GraphSubjects): Observable<DutyChange> {
  const ended = edges.activity.pipe(
    filter(({ kind }) => kind === 'ended'),
    map(({ segment }): DutyChange => {
      const end = (): void => settled.next({ kind: 'settled', segment, by: 'timeout' });
      return { kind: 'open', key: segment, what: `settled segment ${segment}`, end };
    }),
  );
  const settlements = settled.pipe(
    filter(({ by }) => by !== 'noise'),
    map(({ segment }) => close(segment)),
  );
  return merge(ended, settlements);
}

function endTurns({ userState, endpoints }: GraphSubjects): Observable<DutyChange> {
  return userState.pipe(
    map((state): DutyChange => {
      if (state !== 'endpointing') return close('turn');
      return { kind: 'open', key: 'turn', what: "ended the user's turn", end: () => endpoints.next() };
    }),
  );
}

function answerTurns({ edges, decisions }: GraphSubjects): Observable<DutyChange> {
  const awaiting = (turn: number): DutyChange => ({
    kind: 'open',
    key: turn,
    what: `continued the reply to turn ${turn}`,
    end: () => edges.reply.next({ kind: 'ended', turn, reason: 'failed' }),
  });
  const executed = decisions
    .of('fact')
    .pipe(concatMap(({ fact }) => (fact.kind === 'calls_executed' ? of(awaiting(fact.turn)) : [])));
  return merge(
    decisions.of('respond').pipe(map(({ turn: { turn } }) => awaiting(turn))),
    executed,
    edges.reply.pipe(
      map((event) => {
        const isDone = event.kind === 'ended' || (event.kind === 'round' && event.calls.length > 0);
        return isDone ? close(event.turn) : awaiting(event.turn);
      }),
    ),
    decisions.of('end_reply').pipe(map(({ turn }) => close(turn))),
  );
}

function executeCalls({ edges, decisions }: GraphSubjects): Observable<DutyChange> {
  const asked = edges.reply.pipe(
    concatMap((event): DutyChange[] => {
      if (event.kind !== 'round' || event.calls.length === 0) return [];
      const what = `executed the calls of turn ${event.turn}`;
      return [{ kind: 'open', key: event.turn, what, end: () => giveUpCalls(edges, event) }];
    }),
  );
  const settled = edges.functionResults.pipe(filter(({ background }) => background === undefined));
  const done = merge(settled, decisions.of('cut_calls'));
  return merge(asked, done.pipe(map(({ turn }) => close(turn))));
}

/** Settles calls without a known result as errors. */
function giveUpCalls(edges: GraphSubjects['edges'], { turn, round, calls }: FunctionCalls): void {
  edges.functionCalls.next({ turn, round, calls, notExecuted: 'no result' });
  const results = calls.map(({ id, function: called }) => ({
    tool_call_id: id,
    role: 'tool' as const,
    content: 'error: no result',
    function: { ...called },
  }));
  edges.functionResults.next({ turn, round, results });
}

/** Tracks that the stage begins an utterance for the text of a reply, and ends it. */
function speakReplies({ edges, decisions }: GraphSubjects): Observable<DutyChange> {
  const { reply, speech } = edges;
  let turn = -1;
  const texts = reply.pipe(
    concatMap((event): DutyChange[] => {
      if (event.kind !== 'text' || !mustSound(event.delta) || event.turn === turn) return [];
      const utterance = `u${event.turn}.unspoken`;
      const end = (): void => {
        speech.next({ kind: 'started', turn: event.turn, utterance });
        speech.next({ kind: 'ended', utterance, reason: 'failed' });
      };
      return [{ kind: 'open', key: event.turn, what: `spoken the reply to turn ${event.turn}`, end }];
    }),
  );
  const spoken = speech.pipe(
    map((event): DutyChange => {
      if (event.kind === 'started') ({ turn } = event);
      const key = turn;
      if (event.kind === 'ended') {
        turn = -1;
        return close(key);
      }
      const end = (): void => speech.next({ kind: 'ended', utterance: event.utterance, reason: 'failed' });
      return { kind: 'open', key, what: `ended the speech of turn ${key}`, end };
    }),
  );
  return merge(texts, spoken, decisions.of('end_reply').pipe(map((ended) => close(ended.turn))));
}

/** Tracks that the stage sends audio, except while the floor holds it back or the client is away. */
function playSpeech({ edges, decisions, open, present, heard }: GraphSubjects): Observable<DutyChange> {
  let samples = 0;
  const playing = (utterance: string): DutyChange => ({
    kind: 'open',
    key: utterance,
    what: `sent the audio of utterance ${utterance}`,
    end: () =>
      edges.playout.next({
        kind: 'stopped',
        utterance,
        samples,
        heard: heard.value(),
        whole: false,
        by: 'estimate',
        heardBy: 'paced',
      }),
  });
  let current: string | null = null;
  const begun = edges.speech.pipe(
    filter((event) => event.kind === 'audio'),
    map(({ utterance }) => playing((current = utterance))),
  );
  const played = edges.playout.pipe(
    map((event): DutyChange => {
      if (event.kind === 'stopped') {
        current = null;
        return close(event.utterance);
      }
      if (event.kind === 'sent') ({ samples } = event);
      return playing(event.utterance);
    }),
  );
  const waits = merge(open, present).pipe(
    concatMap(() => {
      if (current === null) return [];
      return [open.value && present.value ? playing(current) : close(current)];
    }),
  );
  return merge(begun, played, waits, decisions.of('cut').pipe(map(({ utterance }) => close(utterance))));
}
