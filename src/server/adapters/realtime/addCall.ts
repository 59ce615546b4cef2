import type { RealtimeEvent } from './events.ts';
import { toResource, type FunctionCallItem, type Items } from './items.ts';
import type { Response } from './responses.ts';

/** Adds a call for the client to execute to a response, and returns the events. */
export function addCall(response: Response, item: FunctionCallItem, items: Items): readonly RealtimeEvent[] {
  const place = { response_id: response.id, output_index: response.outputs.length };
  response.outputs = [...response.outputs, item];
  const begun = { ...item, status: 'in_progress', arguments: '' };
  const { id: item_id, call_id, name, arguments: json } = item;
  const part = { ...place, item_id, call_id };
  return [
    { type: 'response.output_item.added', ...place, item: { object: 'realtime.item', ...begun } },
    items.add(item),
    { type: 'response.function_call_arguments.delta', ...part, delta: json },
    { type: 'response.function_call_arguments.done', ...part, name, arguments: json },
    { type: 'response.output_item.done', ...place, item: toResource(item) },
    items.done(item),
  ];
}
