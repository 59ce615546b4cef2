import type { Act } from './steps.ts';

/** The connection of a node with its engine. */
export interface Link {
  isCut: boolean;
  /** Only from the directory: the node still writes checkpoints. */
  isHalfCut: boolean;
  delayMs: number;
  /** Of the store alone. */
  storeMs: number;
}

export function createLink(): Link {
  return { isCut: false, isHalfCut: false, delayMs: 0, storeMs: 0 };
}

export function actOnLink(link: Link, act: Act): void {
  if (act.kind === 'cut') link.isCut = true;
  if (act.kind === 'half cut') link.isHalfCut = true;
  if (act.kind === 'heal') Object.assign(link, { isCut: false, isHalfCut: false });
  if (act.kind === 'slow') link.delayMs = act.delayMs;
  if (act.kind === 'slow store') link.storeMs = act.delayMs;
}
