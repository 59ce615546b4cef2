import type { Subscription } from 'rxjs';
import { createAlarm } from '../../time/alarm.ts';
import { asAntiphonError } from '../../core/errors.ts';
import { deadline } from '../floor/derive.ts';
import { isHeld } from '../floor/hold.ts';
import { isAnswerAudible } from '../floor/replyState.ts';
import { createFloorState } from '../floor/create.ts';
import { continueFloor } from '../floor/continueFloor.ts';
import { createFloor, floor } from '../floor/floor.ts';
import { isEndpointed } from '../floor/user.ts';
import type { StepObserver } from '../floor/observedStep.ts';
import type { Floor, Step } from '../floor/state.ts';
import type { Decision, FloorSettings, SessionFact, FloorEvent } from '../floor/types.ts';
import { handOver } from '../handOffChange.ts';
import { hasEvent } from '../events.ts';
import { appendFact, replaceInstructions } from '../history.ts';
import { failSession } from './createFlow.ts';
import { createStates } from './states.ts';
import { userStateOf } from '../states/userState.ts';
import type { GraphSubjects } from './subjects.ts';
import type { Updates } from '../updates/createUpdates.ts';
import type { UsageMeter } from '../usage/usageMeter.ts';
import type { WireOptions } from './wireOptions.ts';

/** The options, with the usage meter, which follows changes of the voice. */
type FloorOptions = Pick<WireOptions, 'settings' | 'scheduler' | 'updates' | 'firstSeq'> & {
  readonly meter: UsageMeter;
  /** Observes the steps, to explain them. @default nobody */
  readonly observeStep?: StepObserver | undefined;
};

/**
 * Runs the floor over its inbox, one event at a time, and emits all decisions of an event before the next. If the floor
 * throws, skips the event and ends the session.
 */
export function runFloor(subjects: GraphSubjects, options: FloorOptions): Subscription {
  const { settings, scheduler, updates, firstSeq, observeStep } = options;
  const { inbox } = subjects;
  const states = createStates(subjects);
  // The timer comes last: speech that starts in the instant in which a wait ends still counts.
  const alarm = createAlarm(scheduler, () => inbox.next({ kind: 'wake' }), { isLast: true });
  const emit = createEmitDecision(subjects, options, (settings) => {
    state = createFloorState(state, { settings });
  });
  // Turns and their utterances must also have other names than those before the gap.
  let state = createFloor(settings, firstSeq);
  let hasOpenSegment = false;
  const segments = subjects.edges.activity.subscribe(({ kind }) => {
    if (kind === 'started' || kind === 'ended') hasOpenSegment = kind === 'started';
  });
  const running = inbox.events.subscribe((event) => {
    try {
      if (event.kind !== 'update') step(event);
      else {
        updates?.keep(event.change);
        if (event.change.handoff !== undefined) step({ kind: 'hand_off' });
      }
      if (updates?.hasTurnChange() === true) changeTurns(updates);
    } catch (thrown) {
      if (event.kind === 'end') subjects.errors.next(asAntiphonError(thrown, 'internal'));
      else failSession(subjects, thrown);
    }
  });
  running.add(segments);
  running.add(() => alarm.set(undefined));
  return running;

  /** Changes the settings for listening to the user, between two turns. */
  function changeTurns({ takeForTurn }: Updates): void {
    if (hasOpenSegment || userStateOf(state) !== 'silent' || !state.user.pending.every(isEndpointed)) return;
    const { stt, config } = takeForTurn();
    if (config !== undefined)
      state = createFloorState(state, { settings: { ...state.settings, ...ofTurn(config.floor) } });
    if (stt !== undefined) options.meter.changeStt(stt.port);
  }

  function step(event: FloorEvent): void {
    const now = scheduler.now();
    const continued = proceed(state, event, now, observeStep);
    if (continued === null) return carryOut(reduce(state, event, now, observeStep));
    if (continued === state) return;
    state = continued;
    alarm.set(deadline(state));
  }

  function carryOut({ floor: after, decisions }: Step): void {
    state = after;
    for (const decision of decisions) if (isCut(decision)) emit(decision);
    const held = isHeld(state);
    if (held) states.setOpen(false);
    for (const decision of decisions) if (!isCut(decision) && decision.kind !== 'ended') emit(decision);
    states.setAgentAudible(isAnswerAudible(state.reply));
    alarm.set(deadline(state));
    if (!held) states.setOpen(true);
    states.update(state);
    // `ended` comes last: the resulting states are published before it.
    for (const decision of decisions) if (decision.kind === 'ended') emit(decision);
  }
}

const NONE: readonly Decision[] = [];

/** Continues what is under way, and shows the step to its observer. Returns null if the rules apply. */
function proceed(before: Floor, event: FloorEvent, now: number, observeStep: StepObserver | undefined): Floor | null {
  const continued = continueFloor(before, event, now);
  if (continued !== null) observeStep?.({ event, now, before, floor: continued, decisions: NONE });
  return continued;
}

/** Applies the rules to an event, and shows the step to its observer. */
function reduce(before: Floor, event: FloorEvent, now: number, observeStep: StepObserver | undefined): Step {
  const reduced = floor(before, event, now);
  observeStep?.({ event, now, before, ...reduced });
  return reduced;
}

/**
 * Creates the function that emits a decision. It numbers facts, adds them to the history, and applies the changes that
 * come with a reply.
 */
function createEmitDecision(
  subjects: GraphSubjects,
  { scheduler, updates, meter, firstSeq = 0 }: FloorOptions,
  changeSettings: (settings: FloorSettings) => void,
): (decision: Decision) => void {
  const { decisions, errors, facts, history } = subjects;
  const startedAt = scheduler.now();
  let seq = firstSeq - 1;
  const emitFact = (fact: SessionFact): void => {
    history.next(appendFact(history.value, fact));
    if (hasEvent(fact)) seq += 1;
    facts.next({ fact, seq, at: scheduler.now() - startedAt });
  };
  const update = ({ take }: Updates): void => {
    const { instructions, tts, config, handoff } = take();
    if (handoff !== undefined) history.next(handOver(history.value, handoff));
    if (config !== undefined) changeSettings(config.floor);
    if (instructions !== undefined) history.next(replaceInstructions(history.value, instructions));
    if (tts !== undefined) meter.changeTts(tts.port);
  };
  return (decision) => {
    if (updates !== undefined && beginsReply(decision)) update(updates);
    if (decision.kind === 'fact') emitFact(decision.fact);
    if (decision.kind === 'report') errors.next(decision.error);
    decisions.next(decision);
  };
}

function beginsReply(decision: Decision): boolean {
  return decision.kind === 'respond' || (decision.kind === 'say' && decision.begin);
}

/** Checks whether a decision must come first in its step, so that no further frame is sent. */
function isCut({ kind }: Decision): boolean {
  return kind === 'cut' || kind === 'cut_calls';
}

/** Selects the floor settings that change with the user's turn. */
function ofTurn({ speechInterrupts, respondOnRequest }: FloorSettings): Partial<FloorSettings> {
  return { speechInterrupts, respondOnRequest };
}
