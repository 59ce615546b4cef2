import type { Act } from './steps.ts';

/** The connection of a node with its engine. */
export interface Link {
  isCut: boolean;
  delayMs: number;
}

export function actOnLink(link: Link, act: Act): void {
  if (act.kind === 'cut' || act.kind === 'heal') link.isCut = act.kind === 'cut';
  if (act.kind === 'slow') link.delayMs = act.delayMs;
}
