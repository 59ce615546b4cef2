import type { Usage } from '../../../core/usage.ts';
import { addCosts } from '../../../session/usage/addCosts.ts';
import type { Prices } from '../../../session/usage/prices.ts';

/** Computes what a call cost. Null without prices, and for a usage that no session writes. */
export function costOf(usage: Usage | null, prices: Prices | undefined): number | null {
  if (usage === null || prices === undefined) return null;
  try {
    return Number(addCosts(usage, prices).cost?.amount ?? Number.NaN) || 0;
  } catch {
    return null;
  }
}
