import type { AntiphonError } from '../../src/core/errors.ts';
import type { ChatMessage } from '../../src/core/message.ts';
import type { SessionConfig } from '../../src/session/config/config.ts';
import type { SessionEvent } from '../../src/session/events.ts';
import type { HistoryEntry } from '../../src/session/history.ts';
import type { AgentState } from '../../src/session/states/agentState.ts';
import type { UserState } from '../../src/session/states/userState.ts';
import type { Edges } from '../../src/session/edges.ts';
import type { PlayedUtterance } from '../../src/playback/playedUtterance.ts';
import type { Act, FunctionName, Scenario, TestData } from './scenario.ts';

type SeenEdge = Exclude<keyof Edges, 'audioIn' | 'interruption'>;

/** Something that was seen of a session from outside. */
export type Entry = { readonly atMs: number } & (
  | { readonly [Edge in SeenEdge]: { readonly of: Edge; readonly value: Edges[Edge] } }[SeenEdge]
  | { readonly of: 'event'; readonly value: SessionEvent }
  | { readonly of: 'error'; readonly value: AntiphonError }
  /** Without the instructions, which updates replace. */
  | { readonly of: 'history'; readonly value: readonly HistoryEntry[] }
  | { readonly of: 'agentState'; readonly value: AgentState }
  | { readonly of: 'userState'; readonly value: UserState }
  /** The handler of this agent is called; the first agent has no name. Before `handler` and `ahead`. */
  | { readonly of: 'asked'; readonly value: string }
  /** The handler is called with these messages. */
  | { readonly of: 'handler'; readonly value: readonly ChatMessage[] }
  /** The handler is called with these messages for a turn that is not committed. */
  | { readonly of: 'ahead'; readonly value: readonly ChatMessage[] }
  /** A function begins to run. */
  | { readonly of: 'executing'; readonly value: FunctionName }
  /** A call begins to run, its signal fires, or the application cancels it. */
  | { readonly of: 'call'; readonly value: CallMoment }
  /** The voice brings the first audio for this text, one request. */
  | { readonly of: 'voice'; readonly value: string }
  /** `on_user_away` is called, for so many times in a row. */
  | { readonly of: 'away'; readonly value: number }
  /** What the client has played of an utterance when the session reports that it stopped. */
  | { readonly of: 'client'; readonly value: PlayedUtterance }
  | { readonly of: 'act'; readonly value: Act['kind'] | `${Act['kind']} over` | 'ended' }
);

export interface CallMoment {
  readonly kind: 'begun' | 'aborted' | 'cancelled';
  readonly id: string;
  readonly name: FunctionName;
}

export type EntryOf<Of extends Entry['of']> = Extract<Entry, { of: Of }>;

/** All that was seen of one conversation, in order, and what was left of it. */
export interface Recording {
  readonly scenario: Scenario;
  /** That of the session: the rules of the scenario, and what was configured beside. */
  readonly config: SessionConfig<TestData>;
  readonly entries: readonly Entry[];
  /** When everybody had been quiet for long; the owner ends the session then, if nobody has before. */
  readonly quietMs: number;
  readonly endedMs: number | null;
  /** Most live subscriptions at a time, by name. */
  readonly peaks: Readonly<Record<string, number>>;
  /** What was still open after a long time of quiet. */
  readonly openAtQuiet: Readonly<Record<string, number>>;
  /** What was left after the end. */
  readonly left: { readonly subscriptions: Readonly<Record<string, number>>; readonly work: number };
}

/** The entries of one kind, in order. */
export function entriesOf<Of extends Entry['of']>({ entries }: Recording, of: Of): readonly EntryOf<Of>[] {
  return entries.filter((entry): entry is EntryOf<Of> => entry.of === of);
}
