import type { SessionEvent } from '../../../src/session/events.ts';
import { entriesOf, type Recording } from '../recording.ts';
import { mayInterrupt } from './replies.ts';
import { walk } from './walk.ts';

/** The numbers of the events have no gap. */
export function numbersAreGapless(recording: Recording): readonly string[] {
  return entriesOf(recording, 'event').flatMap(({ value }, n) =>
    value.seq === n ? [] : [`event ${value.seq} stands at place ${n}`],
  );
}

type Name = SessionEvent['name'];

/** The agent’s stop, its interruption and its message come together: what may stand directly before each. */
export function agentEventsAreInOrder(recording: Recording): readonly string[] {
  const events = entriesOf(recording, 'event');
  let speaking = false;
  return events.flatMap(({ atMs, value: { name } }, n) => {
    const before: Name | undefined = events[n - 1]?.value.name;
    const after: Name | undefined = events[n + 1]?.value.name;
    const spoke = speaking;
    if (name === 'on_agent_started_speaking') speaking = true;
    if (name === 'on_agent_stopped_speaking') speaking = false;
    if (name === 'on_agent_message_added' && before !== 'on_agent_stopped_speaking')
      return [`${atMs} the agent’s message does not follow its stop`];
    if (name === 'on_agent_interrupted' && (after !== 'on_agent_stopped_speaking' || !spoke))
      return [`${atMs} the agent is interrupted, but does not stop`];
    return [];
  });
}

interface Interruptible {
  /** The latest reply. */
  readonly turn: number;
  /** Whether the result of a function that is to interrupt has come since it began. */
  readonly hasResult: boolean;
}

/** Nobody interrupts where that is not allowed, but for the result of a function that is to interrupt. */
export function onlyTheAllowedInterrupt(recording: Recording): readonly string[] {
  const isInterruptible = mayInterrupt(recording);
  return walk<Interruptible>(recording, {
    initial: { turn: -1, hasResult: false },
    remember: (memory, { of, value }) => {
      if (of === 'reply' && value.kind === 'started') return { turn: value.turn, hasResult: false };
      const interrupts = of === 'functionResults' && value.background?.kind === 'final';
      return interrupts && value.background.policy === 'interrupt' ? { ...memory, hasResult: true } : memory;
    },
    fault: ({ turn, hasResult }, { of, value }) =>
      of === 'event' && value.name === 'on_agent_interrupted' && !isInterruptible(turn) && !hasResult
        ? 'the agent was interrupted, though that is not allowed'
        : null,
  });
}

/** What was spoken becomes a message when the user has stopped speaking it. */
export function messagesComeAfterTheStop({ entries }: Recording): readonly string[] {
  const unstopped = new Set<string>();
  return entries.flatMap(({ atMs, of, value }) => {
    if (of === 'activity' && value.kind === 'started') unstopped.add(`s${value.segment}`);
    if (of !== 'event') return [];
    if (value.name === 'on_user_stopped_speaking') unstopped.clear();
    if (value.name !== 'on_user_message_added') return [];
    const early = value.input.message.content.split(' ').filter((word) => unstopped.has(word.split('w')[0] ?? ''));
    return early.map((word) => `${atMs} "${word}" is told before the user has stopped`);
  });
}

/** At the end: the agent’s side, the calls, the user’s side, in this order. */
export function theEndIsInOrder(recording: Recording): readonly string[] {
  const events = entriesOf(recording, 'event');
  const last = events.findLastIndex(
    ({ value }) =>
      value.name === 'on_function_calls_executed' &&
      value.input.results.some(({ content }) => content === 'session ended'),
  );
  if (last < 0) return [];
  const after = events.slice(last + 1).filter(({ value }) => !AT_THE_END.has(value.name));
  return after.map(({ atMs, value }) => `${atMs} ${value.name} after the calls were ended with the session`);
}

const AT_THE_END: ReadonlySet<Name> = new Set<Name>([
  'on_function_calls_executed',
  'on_user_stopped_speaking',
  'on_user_message_added',
]);

/** No part of the library breaks a rule of its own. */
export function nothingIsBroken(recording: Recording): readonly string[] {
  return entriesOf(recording, 'error')
    .filter(
      ({ value }) => value.code === 'internal' || value.code === 'splice_failed' || value.code === 'usage_invalid',
    )
    .map(({ atMs, value }) => `${atMs} ${value.code}: ${value.message}`);
}
