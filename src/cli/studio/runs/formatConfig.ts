import { TurnDetection, VAD } from '../../../../providers/names.ts';
import type { Head } from '../../../record/format.ts';
import type { Changes } from '../../../replay/whatIf/settings.ts';
import { formatKey, formatLiteral } from '../../score/literal.ts';

/** The factories of settings with a provider, as a config writes them. */
const FACTORIES = {
  vad: { name: 'VAD', functions: VAD },
  turn_detection: { name: 'TurnDetection', functions: TurnDetection },
} as const;

type Group = keyof typeof FACTORIES;

const GROUPS = Object.keys(FACTORIES) as Group[];

/**
 * Formats the changed settings as lines of a config. A setting of the VAD or of the turn model is written with the
 * recorded ones beside it, because it replaces them all.
 */
export function formatConfig({ config }: Pick<Head, 'config'>, changes: Changes): string {
  const lines = Object.entries(changes)
    .filter(([name]) => !isGrouped(name))
    .map(([name, value]) => formatSetting(name, value));
  for (const group of GROUPS) {
    const own = Object.entries(changes).filter(([name]) => isOf(group, name));
    if (own.length > 0) lines.push(formatGroup(group, config[group], own));
  }
  return lines.join('\n');
}

function isGrouped(name: string): boolean {
  return GROUPS.some((group) => isOf(group, name));
}

function isOf(group: Group, name: string): boolean {
  return name === group || name.startsWith(`${group}.`);
}

function formatSetting(name: string, value: unknown): string {
  return `${formatKey(name)}: ${formatLiteral(value)},`;
}

function formatGroup(
  group: Group,
  recorded: object | undefined,
  changes: readonly (readonly [string, unknown])[],
): string {
  const chosen = changes.find(([name]) => name === group)?.[1];
  if (chosen === 'off') return `// ${group}: remove it`;
  const { provider = 'text', ...before } = (recorded ?? {}) as { readonly provider?: string };
  const members = changes
    .filter(([name]) => name !== group)
    .map(([name, value]) => [name.slice(group.length + 1), value]);
  const settings = { ...(chosen === undefined && before), ...(Object.fromEntries(members) as object) };
  const named = typeof chosen === 'string' ? chosen : provider;
  const name = findFactory(group, named);
  if (name === undefined) return formatSetting(group, { provider: named, ...settings });
  return `${group}: ${name}(${Object.keys(settings).length === 0 ? '' : formatLiteral(settings)}),`;
}

/** Finds the function that creates settings of a provider: `VAD.Silero`. */
function findFactory(group: Group, provider: string): string | undefined {
  const { name, functions } = FACTORIES[group];
  const all = Object.entries(functions) as readonly (readonly [
    string,
    (settings: object) => { readonly provider: string },
  ])[];
  const found = all.find(([own, create]) => own !== 'Auto' && create({}).provider === provider);
  return found && `${name}.${found[0]}`;
}
