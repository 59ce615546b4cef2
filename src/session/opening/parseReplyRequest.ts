import { AntiphonError } from '../../core/errors.ts';
import { collectIssues, describeExpected } from '../../core/issues.ts';
import type { ReplyRequest } from '../../core/speech.ts';
import { replyRequestSchema } from '../config/replyRequest.ts';

/** A checked request, or its fault. */
export type ParsedRequest = { readonly request: ReplyRequest | undefined } | { readonly fault: AntiphonError };

/** Checks the argument of `respond()`. The request is undefined if nothing is asked. */
export function parseReplyRequest(input: unknown): ParsedRequest {
  if (input === undefined) return { request: undefined };
  const parsed = replyRequestSchema().safeParse(input, { error: describeExpected });
  if (!parsed.success) return { fault: createFault(collectIssues(parsed.error, input)) };
  const fields = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  return { request: fields.length === 0 ? undefined : Object.fromEntries(fields) };
}

function createFault(issues: AntiphonError['details']['issues'] = []): AntiphonError {
  const faults = issues.map(({ path, expected, got }) => `${formatPath(path)}: expected ${expected}, got ${got}`);
  const path = formatPath(issues[0]?.path ?? '');
  return new AntiphonError('usage_invalid', faults.join('; '), { path, issues });
}

/** The path of the whole input is `config`. */
function formatPath(path: string): string {
  return path === '' || path === 'config' ? 'respond' : `respond.${path}`;
}
