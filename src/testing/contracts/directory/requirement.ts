import type { Requirement } from '../contract.ts';
import type { SessionDirectorySubject } from './subject.ts';

export type DirectoryRequirement = Requirement<SessionDirectorySubject> & {
  /** Asked only of directories that count exactly. */
  readonly exact?: boolean;
};
