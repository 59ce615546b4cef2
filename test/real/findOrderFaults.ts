import type { SessionEvent } from 'antiphon';

type Name = SessionEvent['name'];
type TimedName = Pick<SessionEvent, 'name' | 'at'>;

/** What is not as it must be in the order of a session's events. */
export function findOrderFaults(events: readonly TimedName[]): readonly string[] {
  const names = events.map(({ name }) => name);
  return [
    ...events.flatMap(({ at }, index) =>
      at < (events[index - 1]?.at ?? 0) ? [`${index}: before the one before`] : [],
    ),
    ...alternating(names, 'on_user_started_speaking', 'on_user_stopped_speaking'),
    ...alternating(names, 'on_agent_started_speaking', 'on_agent_stopped_speaking'),
    ...alternating(names, 'on_function_calls_collected', 'on_function_calls_executed'),
    ...following(names, 'on_agent_interrupted', 'on_agent_stopped_speaking'),
    ...following(names, 'on_agent_stopped_speaking', 'on_agent_message_added'),
    ...messagesWithoutStop(names),
  ];
}

/** Each start has its stop, and none comes twice. */
function alternating(names: readonly Name[], first: Name, second: Name): readonly string[] {
  const both = names.filter((name) => name === first || name === second);
  const wrong = both.findIndex((name, index) => name !== (index % 2 === 0 ? first : second));
  if (wrong >= 0) return [`${first} and ${second} do not alternate`];
  return both.length % 2 === 0 ? [] : [`${first} without ${second}`];
}

function following(names: readonly Name[], name: Name, next: Name): readonly string[] {
  return names.flatMap((one, index) =>
    one !== name || names[index + 1] === next ? [] : [`${index}: ${name}, no ${next}`],
  );
}

/**
 * Each message of the user's comes after a stop that no message before it has had, and before the next start. The end of the
 * agent's speech may stand in between: words that interrupt it may be known late, the client may report late what it has
 * played, and a remark waits until the agent has finished.
 */
function messagesWithoutStop(names: readonly Name[]): readonly string[] {
  let stopped = false;
  return names.flatMap((name, index) => {
    const isEarly = name === 'on_user_message_added' && !stopped;
    if (name === 'on_user_stopped_speaking') stopped = true;
    if (name === 'on_user_started_speaking' || name === 'on_user_message_added') stopped = false;
    return isEarly ? [`${index}: on_user_message_added, no on_user_stopped_speaking`] : [];
  });
}
