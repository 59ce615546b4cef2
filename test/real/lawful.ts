import type { SessionEvent } from 'antiphon';

type Name = SessionEvent['name'];

/** What must follow at once, among all events, on what. */
const NEXT: Partial<Record<Name, Name>> = {
  on_agent_interrupted: 'on_agent_stopped_speaking',
};

/** Which of the events are not in the lawful order: what is wrong, and where. */
export function unlawful(events: readonly SessionEvent[]): readonly string[] {
  return [
    ...events.flatMap(({ seq }, index) => (seq === index ? [] : [`${index}: has the number ${seq}`])),
    ...events.flatMap(({ at }, index) => (at >= (events[index - 1]?.at ?? 0) ? [] : [`${index}: comes before its time`])),
    ...alternate(events, 'on_user_started_speaking', 'on_user_stopped_speaking'),
    ...alternate(events, 'on_agent_started_speaking', 'on_agent_stopped_speaking'),
    ...alternate(events, 'on_function_calls_collected', 'on_function_calls_executed'),
    ...events.flatMap(({ name }, index) => {
      const next = NEXT[name];
      return next === undefined || events[index + 1]?.name === next ? [] : [`${index}: ${name} without ${next}`];
    }),
  ];
}

function alternate(events: readonly SessionEvent[], first: Name, second: Name): readonly string[] {
  const names = events.map(({ name }) => name).filter((name) => name === first || name === second);
  const wrong = names.findIndex((name, index) => name !== (index % 2 === 0 ? first : second));
  if (wrong >= 0) return [`${first} and ${second} do not alternate`];
  return names.length % 2 === 0 ? [] : [`${first} without ${second}`];
}
