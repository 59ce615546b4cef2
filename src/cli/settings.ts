import { AntiphonError } from '../core/errors.ts';
import type { Changes } from '../replay/whatIf/settings.ts';
import { steps } from '../replay/sweep/grid.ts';
import type { Axis } from '../replay/sweep/grid.ts';

/** `name=value`, as often as it was given. */
export function parseChanges(sets: readonly string[]): Changes {
  return Object.fromEntries(
    sets.map((set) => parseAssignment(set, '--set')).map(([name, text]) => [name, parseValue(text)]),
  );
}

/** @throws AntiphonError `usage_invalid` for what is no `name=value` */
export function parseAssignment(given: string, option: string): readonly [string, string] {
  const [, name, text] = /^([^=\s]+)=(.+)$/u.exec(given) ?? [];
  if (name === undefined || text === undefined)
    throw new AntiphonError('usage_invalid', `${option}: expected name=value, got "${given}"`);
  return [name, text];
}

/** A number, true or false; anything else is text. */
export function parseValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  const number = Number(text);
  return text.trim() !== '' && Number.isFinite(number) ? number : text;
}

/** How many values a range has where it does not say. */
const USUAL_STEPS = 8;
/** More would be a slip of the pen. */
const MOST_STEPS = 1000;

/**
 * `name=from..to`, `name=from..to/steps` or `name=a,b,c`.
 *
 * @throws AntiphonError `usage_invalid` for anything else
 */
export function parseAxis(vary: string): Axis {
  const [name, text] = parseAssignment(vary, '--vary');
  if (!text.includes('..')) return { name, values: text.split(',').map((one) => parseValue(one.trim())) };
  const [, from, to, count] = /^([^/]+)\.\.([^/]+)(?:\/(\d+))?$/u.exec(text) ?? [];
  const range = [Number(from), Number(to), Number(count ?? USUAL_STEPS)] as const;
  const [, , many] = range;
  if (!range.every(Number.isFinite) || many < 1 || many > MOST_STEPS)
    throw new AntiphonError('usage_invalid', `--vary: expected name=from..to or name=from..to/steps, got "${vary}"`);
  return { name, values: steps(...range) };
}
