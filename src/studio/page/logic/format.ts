/** Formats session time with a fixed number of digits: `0:12.340`, `1:02:03.500`. */
export function formatClock(ms: number, digits = 3): string {
  const tick = 10 ** (3 - digits);
  const total = Math.max(0, Math.round(ms / tick) * tick);
  const hours = Math.floor(total / 3_600_000);
  const minutes = Math.floor(total / 60_000) % 60;
  const seconds = ((total % 60_000) / 1000).toFixed(digits).padStart(digits === 0 ? 2 : 3 + digits, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`;
}

/** Formats a length: `26 s`, `3 min 12 s`, `1 h 04 min`. */
export function formatLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${String(seconds % 60).padStart(2, '0')} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** Formats a wait: `0.82 s`. */
export function formatSeconds(ms: number | null): string {
  return ms === null ? '–' : `${(ms / 1000).toFixed(2)} s`;
}

/** Creating a formatter takes a hundred times as long as using it. */
const DATE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const NUMBER = new Intl.NumberFormat('en-GB');

/** Formats the time of a recording in the user's time zone: `1 Dec 2026, 14:05`. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  if (iso === '' || Number.isNaN(date.getTime())) return '–';
  return DATE.format(date);
}

/** Formats a cost: `0.0123`. */
export function formatCost(cost: number | null): string {
  if (cost === null) return '–';
  return cost >= 1 ? cost.toFixed(2) : cost.toFixed(4);
}

/** Formats a number: `10,000`. */
export function formatNumber(value: number): string {
  return NUMBER.format(value);
}

/** Formats a count with its noun: `1 turn`, `2 turns`. */
export function formatCount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Replaces each `_` of a code by a space: `user_hung_up` reads `user hung up`. */
export function formatCode(code: string): string {
  return code.replaceAll('_', ' ');
}

/** Writes the first letter as a capital. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
