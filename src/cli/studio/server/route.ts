import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { collectIssues, describeExpected } from '../../../core/issues.ts';
import { StudioError } from '../failures.ts';
import type { StudioContext } from './context.ts';

/** A request and the response to write. `signal` aborts when the client disconnects. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
}

/** A route of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** The path below `/api`. */
  readonly path: string;
  /** True if media elements and downloads use it, which send a cookie and no header. */
  readonly isMedia: boolean;
  readonly schema: z.ZodType;
  /** @throws (rejects with) StudioError `request_invalid` for an input that the schema rejects */
  handle(input: unknown, context: StudioContext, exchange: Exchange): Promise<void>;
}

/** A route with a typed input: the query of a GET, the body of a POST. */
interface TypedRoute<Input> {
  readonly method: Route['method'];
  readonly path: string;
  readonly isMedia?: boolean;
  readonly schema: z.ZodType<Input>;
  readonly handle: (input: Input, context: StudioContext, exchange: Exchange) => Promise<void>;
}

export function createRoute<Input>({ handle, isMedia = false, ...route }: TypedRoute<Input>): Route {
  return {
    ...route,
    isMedia,
    handle: async (input, context, exchange) => handle(parseInput(route.schema, input), context, exchange),
  };
}

function parseInput<Input>(schema: z.ZodType<Input>, input: unknown): Input {
  const parsed = schema.safeParse(input, { error: describeExpected });
  if (parsed.success) return parsed.data;
  const [issue] = collectIssues(parsed.error, input);
  const { path = 'the request', expected = 'another', got = 'this' } = issue ?? {};
  throw new StudioError(
    'request_invalid',
    `${path === 'config' ? 'the request' : path}: expected ${expected}, got ${got}`,
  );
}
