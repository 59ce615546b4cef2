import { RULES } from '../../core/rules.ts';
import type { Decider, Reason, Wait } from '../../core/reason.ts';
import { sentence } from '../../core/sentence.ts';
import { explainUnanswered } from '../floor/explain/answerWaits.ts';
import { because, type StageReasons, type StepContext } from '../floor/explain/context.ts';
import { explainDecision } from '../floor/explain/decisions.ts';
import { describeDecision } from '../floor/explain/texts.ts';
import { explainUncommitted } from '../floor/explain/waits.ts';
import { createFloorState } from '../floor/create.ts';
import type { Floor } from '../floor/state.ts';
import type { ObservedStep } from '../floor/observedStep.ts';
import type { Decision } from '../floor/types.ts';
import { findDecider } from './deciders.ts';
import { EndpointingShadow } from './endpointingShadow.ts';
import type { ExplainedDecision } from './explainedStep.ts';
import { explainUninterrupted } from './interruptionAbsence.ts';
import { interruptionReason, InterruptionShadow } from './interruptionShadow.ts';
import type { StepSettings } from './observedRecord.ts';
import type { LogEntry, LoggedSession } from './stepLog.ts';
import { VoiceShadow } from './voiceShadow.ts';

/** Explains a session step by step. */
export class Explainer {
  readonly #session: LoggedSession;
  readonly #voice: VoiceShadow;
  readonly #endpointing = new EndpointingShadow();
  readonly #interruption = new InterruptionShadow();
  #endpoint: Reason | null = null;
  #cut: Reason | null = null;
  #latest: Floor | null = null;
  #now = 0;

  constructor(session: LoggedSession) {
    this.#session = session;
    this.#voice = new VoiceShadow(session.windowMs);
  }

  /** The floor after the latest step, at the current time; null before the first one. */
  get floor(): Floor | null {
    // The floor keeps an earlier time where a step changes nothing.
    return this.#latest && createFloorState(this.#latest, { now: this.#now });
  }

  /** Lets time pass until a question is asked. */
  moveTo(now: number): void {
    this.#now = Math.max(this.#now, now);
  }

  /** Takes the next entry of the log. Returns the decisions of a step with their reasons. */
  take(entry: LogEntry): readonly ExplainedDecision[] {
    switch (entry.kind) {
      case 'score':
        this.#voice.takeScore(entry.probability);
        return [];
      case 'verdict':
        this.#endpointing.takeVerdict(entry.verdict);
        return [];
      case 'found':
        this.#endpointing.takeFinding(entry.turn);
        return [];
      case 'recogniser':
        this.#endpointing.takeTimeout(entry.finalTimeoutMs);
        return [];
      case 'step':
        return this.#takeStep(entry.step, entry.settings);
    }
  }

  #takeStep(step: ObservedStep, { ofTurn, ofReply }: StepSettings): readonly ExplainedDecision[] {
    const { event, now, before, floor: after, decisions } = step;
    this.#voice.takeEvent(event, ofTurn);
    this.#endpointing.takeEvent(event, now, ofTurn);
    this.#interruption.takeEvent(event, ofReply);
    const stages = this.#stageReasons(step);
    const explained = decisions.map((decision) => {
      const reason = explainDecision({ event, now, before, after, stages, cut: this.#cut }, decision);
      if (decision.kind === 'end_reply' || decision.kind === 'cut') this.#cut = reason;
      return { kind: kindOf(decision), text: describeDecision(decision), reason };
    });
    this.#interruption.takeFloor(after, ofReply);
    this.#latest = after;
    this.#now = now;
    return explained;
  }

  #stageReasons({ event, now }: ObservedStep): StageReasons {
    const voice = this.#voice.explain(event);
    if (event.kind === 'endpoint') this.#endpoint = this.#explainEndpoint(now);
    return {
      vad: voice && because(voice.rule, voice.sentence, this.#deciderOf('vad')),
      endpointing: this.#endpoint,
      interruption: event.kind === 'barge_in' ? this.#explainInterruption(event) : null,
    };
  }

  #explainEndpoint(now: number): Reason | null {
    const explained = this.#endpointing.explainEnd(now);
    const by = this.#deciderOf('endpointing');
    if (isOwn(by)) return because(RULES.replace, sentence`your stage ${by.ownStage} ended the turn`, by);
    return explained && because(explained.rule, explained.sentence, by);
  }

  #explainInterruption({ by: interruption }: Extract<StepContext['event'], { kind: 'barge_in' }>): Reason | null {
    const by = this.#deciderOf('interruption');
    const explained = this.#interruption.explain(interruption);
    if (!isOwn(by)) return explained && interruptionReason(by, explained);
    return because(RULES.replace, sentence`your stage ${by.ownStage} asked for the interruption`, by);
  }

  #deciderOf(stage: 'vad' | 'endpointing' | 'interruption'): Decider {
    return findDecider(stage, this.#session);
  }

  /** Returns why something else has not been decided so far. */
  waits(): readonly Wait[] {
    const turn = this.explainTurn();
    const { floor } = this;
    const answer = floor && explainUnanswered(floor);
    const interruption = this.explainInterruption();
    return [
      ...(turn === null ? [] : [{ about: 'turn' as const, ...turn }]),
      ...(answer === null ? [] : [{ about: 'answer' as const, ...answer }]),
      ...(interruption === null ? [] : [{ about: 'interruption' as const, ...interruption }]),
    ];
  }

  /** Explains why the user's words are not committed yet. Returns null if the user has said nothing. */
  explainTurn(): Reason | null {
    const { floor } = this;
    return floor && explainUncommitted(floor, this.#explainEndpointing(floor.now));
  }

  #explainEndpointing(now: number): Reason | null {
    const by = this.#deciderOf('endpointing');
    if (isOwn(by)) return because(RULES.replace, sentence`waits: your stage ${by.ownStage} has not ended the turn`, by);
    const explained = this.#endpointing.explainWait(now);
    return explained && because(explained.rule, explained.sentence, by);
  }

  /** Explains why speech over the agent has not interrupted it. Returns null if nobody speaks over the agent. */
  explainInterruption(): Reason | null {
    const { floor } = this;
    return floor && explainUninterrupted(floor, this.#explainStage());
  }

  #explainStage(): Reason | null {
    const by = this.#deciderOf('interruption');
    if (isOwn(by))
      return because(RULES.replace, sentence`not interrupted: your stage ${by.ownStage} has not asked for it`, by);
    const explained = this.#interruption.explainAbsence();
    return explained && interruptionReason(by, explained);
  }

  /** Explains why no speech has started. Null if the user speaks, or nothing is known. */
  explainSpeech(): Reason | null {
    const by = this.#deciderOf('vad');
    const explained = this.#voice.explainAbsence();
    if (isOwn(by)) return because(RULES.replace, sentence`no speech: your stage ${by.ownStage} has found none`, by);
    return explained && because(RULES.speech, explained, by);
  }
}

function isOwn(by: Decider): by is { readonly ownStage: string } {
  return typeof by === 'object';
}

function kindOf(decision: Decision): string {
  return decision.kind === 'fact' ? decision.fact.kind : decision.kind;
}
