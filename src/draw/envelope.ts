/**
 * RMS levels from 0 to 1 in cells of `CELL_MS`, grouped in pages of `PAGE_MS`, so that adding a cell copies only one
 * page.
 */
export type Envelope = readonly (readonly number[])[];

export const CELL_MS = 50;
export const PAGE_MS = 10_000;

const CELLS_PER_PAGE = PAGE_MS / CELL_MS;

/** Adds a level measured at `atMs`. A cell keeps its maximum. Drops levels before time 0. */
export function addLevel(envelope: Envelope, atMs: number, level: number): Envelope {
  const cell = Math.floor(atMs / CELL_MS);
  if (cell < 0) return envelope;
  const page = Math.floor(cell / CELLS_PER_PAGE);
  const cells = [...(envelope[page] ?? [])];
  const index = cell % CELLS_PER_PAGE;
  while (cells.length < index) cells.push(0);
  cells[index] = Math.max(cells[index] ?? 0, level);
  const pages = [...envelope];
  while (pages.length < page) pages.push([]);
  pages[page] = cells;
  return pages;
}

/** Returns the cells that begin within [fromMs, toMs), except silent ones. */
export function levelsWithin(
  envelope: Envelope,
  fromMs: number,
  toMs: number,
): readonly { readonly atMs: number; readonly level: number }[] {
  const first = Math.floor(fromMs / PAGE_MS);
  const pages = envelope.slice(first, Math.ceil(toMs / PAGE_MS));
  return pages
    .flatMap((cells, page) =>
      cells.map((level, index) => ({ atMs: (first + page) * PAGE_MS + index * CELL_MS, level })),
    )
    .filter(({ atMs, level }) => level > 0 && atMs >= fromMs && atMs < toMs);
}
