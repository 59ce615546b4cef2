import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Reason } from '../../src/core/reason.ts';
import { RULES } from '../../src/core/rules.ts';
import type { SessionSettings } from '../../src/session/config/config.ts';
import { parseConfig } from '../../src/session/config/config.ts';
import { Explainer } from '../../src/session/explain/explainer.ts';
import { logSteps } from '../../src/session/explain/logSteps.ts';
import { createStepLog, type LogEntry, type StepLog } from '../../src/session/explain/stepLog.ts';
import { createFloor, floor } from '../../src/session/floor/floor.ts';
import type { FloorEvent, FloorSettings } from '../../src/session/floor/types.ts';
import { OBSERVE_STEP, type ObservedRecord } from '../../src/session/explain/observedRecord.ts';
import { passThrough, type Recorder, type SessionRecord } from '../../src/session/recording.ts';
import { anySettings, happenings } from './explain/arbitrary.ts';
import { faultsOf } from './explain/checkReason.ts';
import { createFacts, gather } from './explain/facts.ts';
import { answersTo } from './floor/answers.ts';
import { scenario } from './arbitrary.ts';
import { playScenario } from './playScenario.ts';
import { runs } from './runs.ts';

/** Decisions that any thousand conversations contain. */
const COMMON = ['commit', 'respond', 'cut', 'end_reply', 'cut_calls', 'resume', 'say', 'draft', 'report', 'ended'];

const FINAL_TIMEOUT_MS = 1000;

/**
 * Explains a log, and returns every fault of every reason. `seen`: receives the kinds of decisions. `times`: the times of
 * events that the log leaves out.
 */
function explainAll({ session, entries }: StepLog, seen: Set<string>, times: Iterable<number> = []): readonly string[] {
  const explainer = new Explainer(session);
  const facts = createFacts(times);
  let finalTimeoutMs = FINAL_TIMEOUT_MS;
  let cut: Reason | null = null;
  return entries.flatMap((entry) => {
    gather(facts, entry);
    if (entry.kind === 'recogniser') finalTimeoutMs = entry.finalTimeoutMs;
    const decisions = explainer.take(entry);
    if (entry.kind !== 'step') return [];
    const checked = { facts, session: entry.settings.ofTurn, floor: entry.step.before.settings, finalTimeoutMs };
    for (const { kind } of decisions) seen.add(kind);
    // An interruption has the reason of its cut, with the numbers of that instant.
    const own = decisions.filter(({ kind, reason }) => kind !== 'agent_interrupted' || reason !== cut);
    cut = decisions.findLast(({ kind }) => kind === 'cut' || kind === 'end_reply')?.reason ?? cut;
    const reasons = [...own.map(({ reason }) => reason), ...explainer.waits()];
    return reasons.flatMap((reason) => [
      ...faultsOf(reason, checked),
      ...(isRule(reason.rule) && reason.text !== '' ? [] : [`no rule: ${reason.text}`]),
    ]);
  });
}

/** Creates a recorder that also notes the times of steps which the log leaves out. */
function withTimes(logged: Recorder, times: Set<number>): Recorder {
  return {
    begin: (session) => {
      const record: SessionRecord<never> & ObservedRecord = logged.begin(session) as never;
      const observe: ObservedRecord[typeof OBSERVE_STEP] = (step, settings) => {
        times.add(step.now);
        record[OBSERVE_STEP]?.(step, settings);
      };
      return { ...record, [OBSERVE_STEP]: observe } as never;
    },
  };
}

function isRule(rule: string): boolean {
  return Object.values<string>(RULES).includes(rule);
}

const config = parseConfig({ initial_messages: [], session_data: {}, ...providers() });

function providers(): object {
  return {
    vad: { provider: 'silero' },
    stt: { provider: 'deepgram', api_key: 'none' },
    tts: { provider: 'deepgram', api_key: 'none' },
  };
}

/** Reduces the events as the graph does, and logs the steps. */
function playFloor(
  events: readonly (readonly [number, FloorEvent])[],
  own: FloorSettings,
  session: SessionSettings,
): StepLog {
  const entries: LogEntry[] = [{ kind: 'recogniser', finalTimeoutMs: FINAL_TIMEOUT_MS }];
  const settings = { ofTurn: session, ofReply: session };
  let state = createFloor(own);
  let now = 0;
  for (const [ms, happened] of events) {
    now += ms;
    for (const inbox = [happened]; inbox.length > 0; ) {
      const event = inbox.shift() as FloorEvent;
      const step = floor(state, event, now);
      entries.push({ kind: 'step', step: { event, now, before: state, ...step }, settings });
      state = step.floor;
      inbox.push(...step.decisions.flatMap((decision) => answersTo(decision, step.floor)));
    }
  }
  return { session: { windowMs: 32, ownStages: [], splices: [] }, entries };
}

describe('whatever happens, every decision has a reason', () => {
  it('whose numbers are those of the events, for any events of the floor', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anySettings, happenings, (own, events) => {
        const session = { ...config, interruptTimeThresholdMs: own.minSpeechMs, phrases: own.phrases };
        expect(explainAll(playFloor(events, own, session), seen)).toEqual([]);
      }),
      runs(1000),
    );
    expect(COMMON.filter((kind) => !seen.has(kind))).toEqual([]);
  });

  it('whose numbers are those of the events, in whole conversations', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(scenario, async (played) => {
        const log = createStepLog();
        const times = new Set<number>();
        await playScenario(played, withTimes(logSteps(passThrough, log), times));
        expect(explainAll(log, seen, times)).toEqual([]);
      }),
      runs(25),
    );
    expect(seen).toContain('agent_interrupted');
  });
});
