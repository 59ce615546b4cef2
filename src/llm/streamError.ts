import { AntiphonError } from '../core/errors.ts';
import { messageOf } from '../core/messageOf.ts';
import { fieldsOf, optionalString } from './fields.ts';

/** Creates the error for an error that a model's client reports within its stream. */
export function createStreamError(reported: unknown): AntiphonError {
  const { message, code, type } = fieldsOf(reported);
  const why = optionalString(message) ?? (typeof reported === 'string' ? reported : describe(reported));
  const which =
    optionalString(code) ?? (reported instanceof Error || type === 'error' ? undefined : optionalString(type));
  return new AntiphonError(
    'handler_failed',
    `the model's stream failed: ${which === undefined ? why : `${which}: ${why}`}`,
    {
      cause: reported,
    },
  );
}

/** Creates the error for a part of an unknown shape. */
export function createUnknownError(part: unknown): AntiphonError {
  const message = `expected a part of a stream of Chat Completions, Responses, the Agents SDK, the AI SDK, Anthropic, Gemini or LangChain, or a string; got ${describe(part)}`;
  return new AntiphonError('chunk_invalid', message, { path: 'part' });
}

/** Creates the error for a value that is not a stream. */
export function createNoStreamError(source: unknown): AntiphonError {
  const message = `expected the stream of a model, an async iterable; got ${describe(source)}`;
  return new AntiphonError('chunk_invalid', message, { path: 'stream' });
}

/** Creates the error for call arguments that JSON cannot represent. */
export function createArgumentsError(args: unknown): AntiphonError {
  const message = `expected the arguments of a call to be JSON; got ${describe(args)}`;
  return new AntiphonError('chunk_invalid', message, { path: 'arguments' });
}

/** Creates the error for a stream that breaks off before the model has finished. */
export function createBrokenOffError(name: string): AntiphonError {
  return new AntiphonError('handler_failed', `the model's stream broke off within a call of ${name}`);
}

/** Returns the beginning of a value as JSON. */
function describe(value: unknown): string {
  const text = printed(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function printed(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch (cause) {
    return `a ${typeof value} that cannot be printed (${messageOf(cause)})`;
  }
}
