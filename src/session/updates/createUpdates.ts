import { Subject, type Observable } from 'rxjs';
import type { SpeechToText, TextToSpeech } from '../../core/ports.ts';
import type { ChangedFunctions } from '../sessionControl.ts';
import type { SessionSettings } from '../config/config.ts';
import type { ChangedAgent } from '../handOffChange.ts';
import type { CheckedConfig, SessionChange } from '../sessionUpdate.ts';

/** The current settings of a session, which updates change. */
export interface CurrentSettings {
  /** The settings of the current reply, or of the next one. */
  readonly ofReply: () => SessionSettings;
  /** The settings of the user's turn. */
  readonly ofTurn: () => SessionSettings;
  /** Emits the settings of the user's turn when they change. */
  readonly changes: Observable<SessionSettings>;
}

/** The changes of a session during a call, for its graph. */
export interface Updates {
  /**
   * Keeps a change for the next reply and the user's next turn. Each of its fields replaces the kept value of that
   * field.
   */
  keep(change: SessionChange): void;
  /** Takes the changes for a reply that begins. */
  take(): SessionChange;
  /** Returns whether a change is kept for the user's next turn. */
  hasTurnChange(): boolean;
  /** Takes the changes for the user's next turn. Called between two turns. */
  takeForTurn(): Pick<SessionChange, 'stt' | 'config'>;
  /** Returns the minimum time between the last voiced sample and the end of a turn, in ms. */
  minEndpointingDelayMs(): number;
}

/** The changes, for the other parts of the session. */
export interface SessionUpdates extends Updates {
  /** Returns the functions that replace those of the agent; undefined: its own. */
  functions(): ChangedFunctions | undefined;
  /** Returns the answering agent; undefined: the one with which the session began. */
  agent(): ChangedAgent | undefined;
  /** Returns the handoff that awaits the next reply. */
  keptHandoff(): ChangedAgent | undefined;
  /** Returns the number of handoffs so far. */
  handoffs(): number;
  readonly settings: CurrentSettings;
  /** Returns the changes that are in effect or kept for the next reply; instructions only while they are kept. */
  latest(): SessionChange;
  /** Returns the number of changes that were kept so far. */
  count(): number;
  /** Emits each change that is kept. */
  readonly kept: Observable<SessionChange>;
  /** Emits each change that takes effect with a reply. */
  readonly taken: Observable<SessionChange>;
  /** The voices that are kept for the next reply. */
  readonly tts: Observable<TextToSpeech>;
  /** The recognisers for the following turns. */
  readonly stt: Observable<SpeechToText>;
}

/** Creates the changes of a session with these initial settings. */
export function createUpdates(settings: SessionSettings): SessionUpdates {
  const tts = new Subject<TextToSpeech>();
  const stt = new Subject<SpeechToText>();
  const turnSettings = new Subject<SessionSettings>();
  const changes = new Subject<SessionChange>();
  const takenChanges = new Subject<SessionChange>();
  let kept = NOTHING;
  let keptForTurn = NOTHING;
  let taken = NOTHING;
  let ofReply = settings;
  let ofTurn = settings;
  let count = 0;
  let handoffs = 0;
  return {
    keep: (change) => {
      kept = mergeChanges(kept, change);
      if (change.stt !== undefined || change.config !== undefined) keptForTurn = mergeChanges(keptForTurn, change);
      count += 1;
      if (change.tts !== undefined) tts.next(change.tts.port);
      changes.next(change);
    },
    take: () => {
      const change = kept;
      if (change === NOTHING) return NOTHING;
      kept = NOTHING;
      taken = mergeChanges(taken, change);
      ofReply = settingsOf(change) ?? ofReply;
      if (change.handoff !== undefined) handoffs += 1;
      takenChanges.next(change);
      return change;
    },
    hasTurnChange: () => keptForTurn !== NOTHING,
    takeForTurn: () => {
      const change = keptForTurn;
      keptForTurn = NOTHING;
      ofTurn = settingsOf(change) ?? ofTurn;
      if (change.stt !== undefined) stt.next(change.stt.port);
      if (change.config !== undefined) turnSettings.next(ofTurn);
      return change;
    },
    minEndpointingDelayMs: () => ofTurn.minEndpointingDelayMs,
    functions: () => taken.functions,
    agent: () => taken.handoff,
    keptHandoff: () => kept.handoff,
    handoffs: () => handoffs,
    settings: { ofReply: () => ofReply, ofTurn: () => ofTurn, changes: turnSettings },
    latest: () => ({ ...mergeChanges({ ...taken, instructions: undefined }, kept) }),
    count: () => count,
    kept: changes,
    taken: takenChanges,
    tts,
    stt,
  };
}

const NOTHING: SessionChange = {};

/** Returns the settings of a change that `session.update` has checked. */
function settingsOf({ config }: SessionChange): SessionSettings | undefined {
  return (config as CheckedConfig | undefined)?.settings;
}

/** Merges a change into earlier ones. Its settings are complete, and its written settings accumulate. */
function mergeChanges(before: SessionChange, change: SessionChange): SessionChange {
  if (before.config === undefined || change.config === undefined) return { ...before, ...change };
  const written = { ...before.config.written, ...change.config.written };
  return { ...before, ...change, config: { ...before.config, ...change.config, written } };
}
