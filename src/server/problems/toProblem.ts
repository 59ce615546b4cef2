import { AntiphonError, type AntiphonErrorDetails, type ErrorCode } from '../../core/errors.ts';
import { Problem, type Fault, type ProblemCode } from './problem.ts';
import { toJsonPointer } from './validate.ts';

/** Converts an error for the client, without internal details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AntiphonError) {
    const { code, message, details } = error;
    return new Problem(PROBLEM_OF_ERROR[code] ?? 'internal', toFaults(code, message, details), error);
  }
  return new Problem(problemOfFastify(error) ?? 'internal', [], error);
}

/** Checks whether fastify refused the request before a route was called. */
export function isFastifyError(error: unknown): boolean {
  return problemOfFastify(error) !== undefined;
}

const PROBLEM_OF_ERROR: Readonly<Partial<Record<ErrorCode, ProblemCode>>> = {
  config_invalid: 'config_invalid',
  provider_unavailable: 'provider_unavailable',
  config_failed: 'handler_failed',
  config_timeout: 'configure_timeout',
};

const PROBLEM_OF_FASTIFY_ERROR: Readonly<Partial<Record<string, ProblemCode>>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
};

function problemOfFastify(error: unknown): ProblemCode | undefined {
  return error instanceof Error && 'code' in error ? PROBLEM_OF_FASTIFY_ERROR[String(error.code)] : undefined;
}

function toFaults(code: ErrorCode, message: string, { issues = [], path }: AntiphonErrorDetails): readonly Fault[] {
  if (code === 'provider_unavailable' && path !== undefined)
    return [{ pointer: toIssuePointer(path), detail: message }];
  return issues.map((issue) => ({
    pointer: toIssuePointer(issue.path),
    detail: `expected ${issue.expected}, got ${issue.got}`,
  }));
}

/**
 * Converts `initial_messages[2].name` to `/initial_messages/2/name`, and the path of the whole config to an empty
 * string.
 */
function toIssuePointer(path: string): string {
  return path === 'config' ? '' : toJsonPointer(path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.'));
}
