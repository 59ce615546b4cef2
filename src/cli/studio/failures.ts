import { isAntiphonError, type ErrorCode } from '../../core/errors.ts';
import { messageOf } from '../../core/messageOf.ts';
import type { StudioFailure } from '../../studio/protocol.ts';

/** The codes of failures that only Studio has, with the status of their answers. `docs/studio.md` describes them. */
export const STUDIO_CODES = {
  host_refused: 403,
  origin_refused: 403,
  token_refused: 401,
  route_unknown: 404,
  method_refused: 405,
  request_invalid: 400,
  body_too_large: 413,
  call_unknown: 404,
  stream_unknown: 404,
  recording_too_large: 422,
  range_refused: 416,
  cancelled: 499,
} as const;

export type StudioCode = keyof typeof STUDIO_CODES;

/** A request that Studio cannot answer. Its message goes to the page. */
export class StudioError extends Error {
  readonly code: StudioCode;

  constructor(code: StudioCode, message: string) {
    super(message);
    this.name = 'StudioError';
    this.code = code;
  }
}

/** A failure with the status of its answer. */
export interface Answered {
  readonly status: number;
  readonly failure: StudioFailure;
}

/** The status of the errors of the library that a request or a file causes. Other errors have status 500. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  recording_invalid: 422,
  usage_invalid: 400,
  config_invalid: 422,
  agent_unknown: 422,
  package_file_missing: 500,
};

/**
 * Converts an error to the failure that is sent. An error without a code is a fault of this library: only its message is
 * sent, never its stack.
 */
export function toFailure(error: unknown): Answered {
  if (error instanceof StudioError)
    return answerWith(STUDIO_CODES[error.code], error.code, error.message, 'studio.md#failures');
  if (error instanceof AnsweredError) return error.answered;
  const code: ErrorCode = isAntiphonError(error) ? error.code : 'internal';
  return answerWith(STATUSES[code] ?? 500, code, messageOf(error), `errors.md#${code}`);
}

/** The failure of a task that ran in a thread. */
export class AnsweredError extends Error {
  readonly answered: Answered;

  constructor(answered: Answered) {
    super(answered.failure.message);
    this.name = 'AnsweredError';
    this.answered = answered;
  }
}

function answerWith(status: number, code: string, message: string, docs: string): Answered {
  return { status, failure: { code, message, docs } };
}
