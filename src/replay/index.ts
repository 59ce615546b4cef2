export type { Difference } from './exact/compare.ts';
export type { OwnParts } from './ownParts.ts';
export { replay } from './replay.ts';
export type { Replay } from './replay.ts';
