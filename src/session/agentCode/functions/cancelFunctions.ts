import { loadZod } from '../../../core/zod.ts';
import type { AgentFunction } from '../../sessionControl.ts';
import type { Functions } from './findFunction.ts';

/** Ends the calls of a function, or the one with this id. Returns their number. */
export type Cancel = (name: string, id: string | undefined) => number;

/** Returns the name of the function that ends the calls of another one. */
export function cancelNameOf(name: string): string {
  return `cancel_${name}`;
}

/** Adds a `cancel_…` function after each function that has `cancel: true`. */
export function addCancelFunctions<SessionData>(
  functions: Functions<SessionData>,
  cancel: Cancel = () => 0,
): Functions<SessionData> {
  const entries = Object.entries(functions);
  if (entries.every(([, { background }]) => background?.cancel !== true)) return functions;
  return Object.fromEntries(
    entries.flatMap(([name, known]) =>
      known.background?.cancel === true
        ? [
            [name, known],
            [cancelNameOf(name), createCancelFunction(name, cancel)],
          ]
        : [[name, known]],
    ),
  );
}

function createCancelFunction(name: string, cancel: Cancel): AgentFunction<never> {
  const zod = loadZod();
  const id = zod.string().describe(`The id of the call to end. Default: all running calls of ${name}`);
  const parameters = zod.object({ tool_call_id: id.optional() });
  return {
    description: `Ends the running ${name}.`,
    parameters,
    json_schema: zod.toJSONSchema(parameters, { io: 'input' }),
    uninterruptible: false,
    timeout: 30,
    execute: ({ tool_call_id }: { readonly tool_call_id?: string | undefined }) =>
      cancel(name, tool_call_id && originalIdOf(tool_call_id)) === 0 ? `"${name}" is not running` : 'ended',
  };
}

/** Returns the id of a call for the id of its news, which is what the model may have read last. */
function originalIdOf(id: string): string {
  return id.replace(/:update\d+$/u, '');
}
