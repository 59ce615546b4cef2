import { entriesOf, type Recording } from '../recording.ts';
import { acknowledgedCalls } from './background.ts';
import { isInstructed } from './replies.ts';

/**
 * Every call that was collected has exactly one result, of its own round, in the order of the calls; one that goes on in the background has
 * it by itself.
 */
export function callsHaveOneResult(recording: Recording): readonly string[] {
  const acknowledged = acknowledgedCalls(recording);
  const open: (readonly string[])[] = [];
  const faults: string[] = [];
  for (const { atMs, value } of entriesOf(recording, 'event')) {
    if (value.name === 'on_function_calls_collected') {
      const ids = value.input.function_calls.map(({ id }) => id);
      open.push(
        ...[
          ids.filter((id) => !acknowledged.has(id)),
          ...ids.filter((id) => acknowledged.has(id)).map((id) => [id]),
        ].filter((calls) => calls.length > 0),
      );
    }
    if (value.name !== 'on_function_calls_executed') continue;
    const ids = value.input.results.map(({ tool_call_id }) => tool_call_id);
    const at = open.findIndex((calls) => calls.join() === ids.join());
    if (at < 0) faults.push(`${atMs} results of [${ids.join()}], which were not asked for or have theirs`);
    else open.splice(at, 1);
  }
  return [...faults, ...open.map((calls) => `[${calls.join()}] have no result`)];
}

/** What the handler gets is a history that a chat completion service accepts. */
export function handlersGetWholeHistories(recording: Recording): readonly string[] {
  return entriesOf(recording, 'handler').flatMap(({ atMs, value }) => {
    const called = value.flatMap((message) =>
      message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [],
    );
    const answered = value.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
    const last = value.at(-1)?.role;
    return [
      ...(called.join() === answered.join()
        ? []
        : [`${atMs} the handler gets calls [${called.join()}] and results [${answered.join()}]`]),
      ...(last === 'user' || last === 'tool' || isInstructed(value)
        ? []
        : [`${atMs} the handler gets a history that ends with ${last}`]),
    ];
  });
}
