import type { Requirement } from '../contract.ts';
import type { SessionDirectorySubject } from './subject.ts';

export type DirectoryRequirement = Requirement<SessionDirectorySubject>;
