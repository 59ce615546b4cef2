import { AntiphonError } from '../core/errors.ts';
import type { Changes } from '../replay/whatIf/settings.ts';

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
