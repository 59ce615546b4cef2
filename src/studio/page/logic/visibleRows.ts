/** Rows beyond the visible ones that are in the page at each side. */
const SPARE = 8;

/** Returns the rows of a list that are in the page: the visible ones and a few more. `to` is exclusive. */
export function visibleRows(
  topPx: number,
  heightPx: number,
  rowPx: number,
  count: number,
): { readonly from: number; readonly to: number } {
  const from = Math.max(0, Math.min(Math.floor(topPx / rowPx) - SPARE, count));
  const to = Math.min(count, Math.ceil((topPx + Math.max(0, heightPx)) / rowPx) + SPARE);
  return { from, to: Math.max(from, to) };
}
