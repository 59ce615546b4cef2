import type { AntiphonErrorDetails, ErrorCode } from '../../core/errors.ts';
import { AntiphonError } from '../../core/errors.ts';
import { Problem } from '../problem.ts';
import type { Fault, ProblemCode } from '../problem.ts';
import { toJsonPointer } from './validate.ts';

/** What an error means for the client: what it may know, and no more. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AntiphonError) {
    const { code, message, details } = error;
    return new Problem(OF_OURS[code] ?? 'internal', faultsOf(code, message, details), error);
  }
  return new Problem(ofFastify(error) ?? 'internal', [], error);
}

/** Whether fastify itself has refused the request, before it came to us. */
export function isFastifyError(error: unknown): boolean {
  return ofFastify(error) !== undefined;
}

const OF_OURS: Readonly<Partial<Record<ErrorCode, ProblemCode>>> = {
  config_invalid: 'config_invalid',
  provider_unavailable: 'provider_unavailable',
  config_failed: 'handler_failed',
  config_timeout: 'configure_timeout',
};

const OF_FASTIFY: Readonly<Partial<Record<string, ProblemCode>>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
};

function ofFastify(error: unknown): ProblemCode | undefined {
  return error instanceof Error && 'code' in error ? OF_FASTIFY[String(error.code)] : undefined;
}

function faultsOf(code: ErrorCode, message: string, { issues = [], path }: AntiphonErrorDetails): readonly Fault[] {
  if (code === 'provider_unavailable' && path !== undefined)
    return [{ pointer: pointerToIssue(path), detail: message }];
  return issues.map((issue) => ({
    pointer: pointerToIssue(issue.path),
    detail: `expected ${issue.expected}, got ${issue.got}`,
  }));
}

/** From `initial_messages[2].name` to `/initial_messages/2/name`; the config as a whole is ``. */
function pointerToIssue(path: string): string {
  return path === 'config' ? '' : toJsonPointer(path.replaceAll(/\[(\d+)\]/gu, '.$1').split('.'));
}
