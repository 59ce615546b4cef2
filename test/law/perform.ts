import { concatMap, filter, map, take, type Observable } from 'rxjs';
import type { VadEvent } from '../../src/core/speech.ts';
import type { Rig } from '../support/rig.ts';
import { at, play, TELL_ME, type Cue, type Piece, type Played } from '../catalogue/stage.ts';

/** A text with its time, in ms of the session. */
export interface Note {
  readonly atMs: number;
  readonly text: string;
}

/** A stretch of speech as voice activity detection heard it: from when it was known to when it was over. */
export interface Stretch {
  readonly atMs: number;
  readonly toMs: number;
}

/** A conversation that was played, with what else its picture and its rule ask for. */
export interface Performance extends Played {
  readonly cues: readonly Cue[];
  /** Of the agent’s speech. */
  readonly msPerChar: number;
  /** What voice activity detection said. */
  readonly activity: readonly VadEvent[];
  readonly stretches: readonly Stretch[];
  readonly typed: readonly Note[];
  /** The user's messages. */
  readonly committed: readonly Note[];
  /** The codes of failures and diagnostics. */
  readonly reported: readonly Note[];
}

/** For most conversations, in ms. */
const LONG_ENOUGH_MS = 16_000;

export async function perform(piece: Piece): Promise<Performance> {
  const cues = piece.user ?? [TELL_ME];
  const activity: VadEvent[] = [];
  const stretches: Stretch[] = [];
  const [typed, committed, reported]: [Note[], Note[], Note[]] = [[], [], []];
  const listen = at(0, (rig) => {
    const take = (texts: Observable<string>, into: Note[]): void =>
      void texts.subscribe((text) => into.push({ atMs: rig.clock.now(), text }));
    rig.session.edges.activity.subscribe((event) => activity.push(event));
    stretchesOf(rig).subscribe((stretch) => stretches.push(stretch));
    take(rig.session.edges.textIn, typed);
    take(messagesOf(rig), committed);
    take(rig.session.errors$.pipe(map(({ code }) => code)), reported);
  });
  const played = await play({ untilMs: LONG_ENOUGH_MS, ...piece, user: [listen, ...cues] });
  const { msPerChar = 60 } = piece.tts ?? {};
  return { ...played, cues, msPerChar, activity, stretches, typed, committed, reported };
}

function stretchesOf({ session, clock }: Rig): Observable<Stretch> {
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

function messagesOf({ session }: Rig): Observable<string> {
  return session.events$.pipe(
    filter(({ name }) => name === 'on_user_message_added'),
    map(({ input }) => ('message' in input ? input.message.content : '')),
  );
}
