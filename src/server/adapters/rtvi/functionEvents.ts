import type { FunctionCall, FunctionResult } from '../../../core/message.ts';
import { createEvent, type RtviEvent } from './events.ts';

/** Tracks the function calls of a session. */
export class FunctionEvents {
  readonly #reports: FunctionReports;
  /** Calls without a result. A reply contains few. */
  #open: readonly FunctionCall[] = [];
  /** The ids of those that go on in the background. */
  #background: readonly string[] = [];

  constructor(reports: FunctionReports) {
    this.#reports = reports;
  }

  begin(calls: readonly FunctionCall[]): readonly RtviEvent[] {
    this.#open = [...this.#open, ...calls];
    return calls.flatMap((call) => [
      createEvent('llm-function-call-started', this.#nameOf(call)),
      createEvent('llm-function-call-in-progress', {
        tool_call_id: call.id,
        ...this.#nameOf(call),
        ...this.#argumentsOf(call),
      }),
    ]);
  }

  end(results: readonly FunctionResult[]): readonly RtviEvent[] {
    const ids = new Set(results.map(({ tool_call_id }) => tool_call_id));
    this.#open = this.#open.filter(({ id }) => !ids.has(id));
    this.#background = this.#background.filter((id) => !ids.has(id));
    return results.map((result) => {
      const { tool_call_id, content } = result;
      const known = this.#reports === 'all' ? { result: content } : {};
      return createEvent('llm-function-call-stopped', {
        tool_call_id,
        cancelled: false,
        ...this.#nameOf(result),
        ...known,
      });
    });
  }

  /** Notes calls that go on in the background, beyond the end of their reply. */
  acknowledge(ids: readonly string[]): void {
    this.#background = [...this.#background, ...ids];
  }

  /** Cancels the calls without a result when the reply has ended. */
  cancel(): readonly RtviEvent[] {
    const cancelled = this.#open.filter(({ id }) => !this.#background.includes(id));
    this.#open = this.#open.filter(({ id }) => this.#background.includes(id));
    return cancelled.map((call) =>
      createEvent('llm-function-call-stopped', { tool_call_id: call.id, cancelled: true, ...this.#nameOf(call) }),
    );
  }

  #nameOf({ function: { name } }: FunctionCall | FunctionResult): object {
    return this.#reports === 'ids' ? {} : { function_name: name };
  }

  #argumentsOf({ function: { arguments: json } }: FunctionCall): object {
    return this.#reports === 'all' ? { arguments: parseArguments(json) } : {};
  }
}

function parseArguments(json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** How much clients learn about function calls: ids; ids and names; or also arguments and results. */
export const FUNCTION_REPORTS = ['ids', 'names', 'all'] as const;
export type FunctionReports = (typeof FUNCTION_REPORTS)[number];
