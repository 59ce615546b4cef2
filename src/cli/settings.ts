import { AntiphonError } from '../core/errors.ts';
import type { Changes } from '../replay/whatIf/settings.ts';
import { steps, type Axis } from '../replay/sweep/grid.ts';

/** Parses the values of `--set`. `filler=` sets the empty text. */
export function parseChanges(sets: readonly string[]): Changes {
  return Object.fromEntries(
    sets.map((set) => parseAssignment(set, '--set')).map(([name, text]) => [name, parseValue(text)]),
  );
}

/** Parses `name=value`. @throws AntiphonError `usage_invalid` for anything else */
export function parseAssignment(given: string, option: string): readonly [string, string] {
  const [, name, text] = /^([^=\s]+)=(.*)$/u.exec(given) ?? [];
  if (name === undefined || text === undefined)
    throw new AntiphonError('usage_invalid', `${option}: expected name=value, got "${given}"`);
  return [name, text];
}

/** Parses a number, true or false. Anything else is text. */
export function parseValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** Default number of values in a range. */
const USUAL_STEPS = 8;
/** The largest number of values in a range. */
const MOST_STEPS = 1000;

/**
 * Parses `name=from..to`, `name=from..to/steps` or `name=a,b,c`.
 *
 * @throws AntiphonError `usage_invalid` for anything else
 */
export function parseAxis(vary: string): Axis {
  const [name, text] = parseAssignment(vary, '--vary');
  if (text === '') throw new AntiphonError('usage_invalid', `--vary: expected values, got "${vary}"`);
  if (!text.includes('..')) return { name, values: text.split(',').map((one) => parseValue(one.trim())) };
  const [, from, to, count] = /^([^/]+)\.\.([^/]+)(?:\/(\d+))?$/u.exec(text) ?? [];
  const range = [Number(from), Number(to), Number(count ?? USUAL_STEPS)] as const;
  const [, , many] = range;
  if (!range.every(Number.isFinite) || many < 1 || many > MOST_STEPS)
    throw new AntiphonError('usage_invalid', `--vary: expected name=from..to or name=from..to/steps, got "${vary}"`);
  return { name, values: steps(...range) };
}
