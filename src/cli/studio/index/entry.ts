import type { CallFile } from '../folder/folder.ts';
import type { Summary } from './summary.ts';

/** A summary of a file as it was at that time. */
export interface Entry extends Pick<CallFile, 'id' | 'size' | 'mtimeMs'> {
  readonly summary: Summary;
}
