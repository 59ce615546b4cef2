import { AntiphonError } from '../../core/errors.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import type { AddedMessage } from '../../core/message.ts';
import { addedMessagesSchema, replyRequestSchema } from '../config/replyRequest.ts';

/** A checked request, or its fault. */
export type ParsedRequest = { readonly request: ReplyRequest | undefined } | { readonly fault: AntiphonError };

/** Checks the argument of `respond()`. The request is undefined if nothing is asked. */
export function parseReplyRequest(input: unknown): ParsedRequest {
  if (input === undefined) return { request: undefined };
  const parsed = replyRequestSchema().safeParse(input, { error: describeExpected });
  if (!parsed.success) return { fault: createFault('respond', collectIssues(parsed.error, input)) };
  const fields = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return { request: fields.length === 0 ? undefined : Object.fromEntries(fields) };
}

/** Checks the argument of `addMessages()`. */
export function parseAddedMessages(
  input: unknown,
): { readonly messages: readonly AddedMessage[] } | { readonly fault: AntiphonError } {
  const parsed = addedMessagesSchema().safeParse(input, { error: describeExpected });
  if (parsed.success) return { messages: parsed.data };
  return { fault: createFault('addMessages', collectIssues(parsed.error, input)) };
}

function createFault(method: string, issues: AntiphonError['details']['issues'] = []): AntiphonError {
  const formatPath = (path: string): string => {
    if (path === '' || path === 'config') return method;
    return path.startsWith('[') ? `${method}${path}` : `${method}.${path}`;
  };
  const faults = issues.map(({ path, expected, got }) => `${formatPath(path)}: expected ${expected}, got ${got}`);
  return new AntiphonError('usage_invalid', faults.join('; '), { path: formatPath(issues[0]?.path ?? ''), issues });
}
