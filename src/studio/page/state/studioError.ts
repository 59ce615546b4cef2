import type { StudioFailure } from '../../protocol.ts';

/** A failure of the server, or of the way to it. */
export class StudioError extends Error implements StudioFailure {
  override readonly name = 'StudioError';
  readonly code: string;
  readonly docs: string | undefined;

  constructor({ code, message, docs }: StudioFailure) {
    super(message);
    this.code = code;
    this.docs = docs;
  }
}

export function toStudioError(error: unknown): StudioError {
  if (error instanceof StudioError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new StudioError({ code: 'page_failed', message });
}
