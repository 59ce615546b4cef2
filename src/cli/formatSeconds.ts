/** Formats a wait as `0.63 s`, or as a dash if there is none. */
export function formatSeconds(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? '–' : `${(ms / 1000).toFixed(2)} s`;
}
