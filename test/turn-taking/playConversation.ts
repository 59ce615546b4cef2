import { concatMap, filter, map, mergeMap, take, takeWhile, type Observable } from 'rxjs';
import type { VadEvent } from '../../src/core/speech.ts';
import { playSession, type PlayedSessionOptions } from '../support/playSession.ts';
import type { TestSession, UserAction } from '../support/testSession.ts';
import { TELL_ME, does } from '../support/userActions.ts';

/** A text with its time, in ms of the session. */
export interface TimedText {
  readonly atMs: number;
  readonly text: string;
}

/** A stretch of speech as voice activity detection heard it: from when it was known to when it was over. */
export interface SpeechInterval {
  readonly atMs: number;
  readonly toMs: number;
}

/** A call of a function, from its announcement to its final result. */
export interface CallInterval {
  readonly name: string;
  readonly atMs: number;
  readonly toMs: number;
  readonly isInBackground: boolean;
}

/** A conversation that was played, with what else its picture and its rule ask for. */
export interface Conversation extends TestSession {
  readonly actions: readonly UserAction[];
  /** Of the agent’s speech. */
  readonly msPerChar: number;
  /** What voice activity detection said. */
  readonly activity: readonly VadEvent[];
  readonly speech: readonly SpeechInterval[];
  readonly typed: readonly TimedText[];
  /** The user's messages. */
  readonly committed: readonly TimedText[];
  /** The codes of failures and diagnostics. */
  readonly reported: readonly TimedText[];
  /** The results of functions, as `id: content`. */
  readonly executed: readonly TimedText[];
  /** Rounds of calls in the foreground, and each call in the background. */
  readonly functions: readonly CallInterval[];
}

/** For most conversations, in ms. */
const LONG_ENOUGH_MS = 16_000;

export async function playConversation(options: PlayedSessionOptions): Promise<Conversation> {
  const actions = options.user ?? [TELL_ME];
  const activity: VadEvent[] = [];
  const speech: SpeechInterval[] = [];
  const [typed, committed, reported, executed]: [TimedText[], TimedText[], TimedText[], TimedText[]] = [[], [], [], []];
  const functions: CallInterval[] = [];
  const listen = does(0, (made) => {
    const take = (texts: Observable<string>, into: TimedText[]): void =>
      void texts.subscribe((text) => into.push({ atMs: made.clock.now(), text }));
    made.session.edges.activity.subscribe((event) => activity.push(event));
    speechOf(made).subscribe((interval) => speech.push(interval));
    take(made.session.edges.textIn, typed);
    take(messagesOf(made), committed);
    take(made.session.errors$.pipe(map(({ code }) => code)), reported);
    take(resultsOf(made), executed);
    callsOf(made).subscribe((interval) => functions.push(interval));
  });
  const played = await playSession({ untilMs: LONG_ENOUGH_MS, ...options, user: [listen, ...actions] });
  const { msPerChar = 60 } = options.tts ?? {};
  return { ...played, actions, msPerChar, activity, speech, typed, committed, reported, executed, functions };
}

function speechOf({ session, clock }: TestSession): Observable<SpeechInterval> {
  const ends = session.edges.activity.pipe(filter(({ kind }) => kind === 'ended'));
  return session.edges.activity.pipe(
    filter(({ kind }) => kind === 'started'),
    map(() => clock.now()),
    concatMap((atMs) =>
      ends.pipe(
        take(1),
        map(() => ({ atMs, toMs: clock.now() })),
      ),
    ),
  );
}

function messagesOf({ session }: TestSession): Observable<string> {
  return session.events$.pipe(
    filter(({ name }) => name === 'on_user_message_added'),
    map(({ input }) => ('message' in input ? input.message.content : '')),
  );
}

function resultsOf({ session }: TestSession): Observable<string> {
  return session.events$.pipe(
    mergeMap(({ input }) => ('results' in input ? input.results : [])),
    map(({ tool_call_id, content }) => `${tool_call_id}: ${content}`),
  );
}

function callsOf({ session, clock }: TestSession): Observable<CallInterval> {
  const results = session.edges.functionResults;
  return session.edges.functionCalls.pipe(
    mergeMap(({ turn, round, calls }) => {
      const atMs = clock.now();
      return results.pipe(
        filter((result) => result.turn === turn && result.round === round),
        takeWhile(({ background, acknowledged }) => background !== undefined || acknowledged !== undefined, true),
        filter(({ background }) => background?.kind !== 'progress'),
        mergeMap(({ results: given, acknowledged = [], background }): readonly CallInterval[] => {
          const ended = { atMs, toMs: clock.now() };
          if (background !== undefined)
            return given.map(({ function: { name } }) => ({ ...ended, name, isInBackground: true }));
          return acknowledged.length < calls.length ? [{ ...ended, name: 'call', isInBackground: false }] : [];
        }),
      );
    }),
  );
}
