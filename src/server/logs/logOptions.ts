import { AntiphonError } from '../../core/errors.ts';

/** Options for the log of a server. */
export interface LogOptions {
  /** True to log what users and agents say, with secrets masked. @default false */
  readonly log_transcripts?: boolean | undefined;
}

/** Fills in the defaults. @throws AntiphonError `usage_invalid` for anything but true or false */
export function createLogOptions({ log_transcripts: transcripts = false }: LogOptions): {
  readonly transcripts: boolean;
} {
  if (typeof transcripts === 'boolean') return { transcripts };
  const message = `log_transcripts: expected true or false, got ${String(transcripts)}`;
  throw new AntiphonError('usage_invalid', message, { path: 'log_transcripts' });
}
