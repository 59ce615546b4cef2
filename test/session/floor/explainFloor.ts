import { parseConfig } from '../../../src/session/config/config.ts';
import type { AskedEvent, Wait } from '../../../src/core/reason.ts';
import { Explainer } from '../../../src/session/explain/explainer.ts';
import type { ExplainedDecision } from '../../../src/session/explain/explainedStep.ts';
import type { LogEntry, LoggedSession } from '../../../src/session/explain/stepLog.ts';
import { explainAbsence } from '../../../src/session/explain/whyNot.ts';
import { createFloor, floor } from '../../../src/session/floor/floor.ts';
import { floorSettingsOf } from '../../../src/session/floor/floorSettings.ts';
import type { FloorEvent, FloorSettings } from '../../../src/session/floor/types.ts';
import type { SessionConfig } from '../../../src/session/config/config.ts';

export interface ExplainedFloor {
  /** The decisions of the last event. */
  readonly decisions: readonly ExplainedDecision[];
  readonly waits: readonly Wait[];
  /** Asks why an event did not happen, at the time of the last one. */
  readonly whyNot: (asked: AskedEvent) => string;
}

export interface Own {
  readonly config?: Partial<SessionConfig<object>>;
  readonly floor?: Partial<FloorSettings>;
  readonly session?: Partial<LoggedSession>;
}

const CONFIG = {
  vad: { provider: 'silero' },
  stt: { provider: 'deepgram', api_key: 'none' },
  tts: { provider: 'deepgram', api_key: 'none' },
  initial_messages: [],
  session_data: {},
};

/** What a port answers. */
export type Answer = Exclude<LogEntry, { readonly kind: 'step' }>;

function isAnswer(event: FloorEvent | Answer): event is Answer {
  return event.kind === 'score' || event.kind === 'verdict' || event.kind === 'found' || event.kind === 'recogniser';
}

/** Reduces `[ms, event]` pairs, in which ports may answer, and explains the last one. The recogniser has a second for its final. */
export function explainFloor(
  score: readonly (readonly [number, FloorEvent | Answer])[],
  own: Own = {},
): ExplainedFloor {
  const settings = parseConfig({ ...CONFIG, ...own.config });
  const session = { windowMs: 32, ownStages: [], splices: [], ...own.session };
  const explainer = new Explainer(session);
  const entries: LogEntry[] = [{ kind: 'recogniser', finalTimeoutMs: 1000 }];
  explainer.take({ kind: 'recogniser', finalTimeoutMs: 1000 });
  let state = createFloor({ ...floorSettingsOf(settings), ...own.floor });
  let decisions: readonly ExplainedDecision[] = [];
  for (const [now, event] of score) {
    if (isAnswer(event)) {
      explainer.take(event);
      entries.push(event);
      continue;
    }
    const step = { event, now, before: state, ...floor(state, event, now) };
    state = step.floor;
    const entry: LogEntry = { kind: 'step', step, settings: { ofTurn: settings, ofReply: settings } };
    decisions = explainer.take(entry);
    entries.push(entry);
  }
  const lastMs = score.at(-1)?.[0] ?? 0;
  const whyNot = (asked: AskedEvent): string => explainAbsence({ session, entries }, asked, lastMs).reason.text;
  return { decisions, waits: explainer.waits(), whyNot };
}
