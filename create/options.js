import { parseArgs } from 'node:util';
import { TEMPLATES } from './templates.js';

export const HELP = `Usage: npm create antiphon [folder] -- [--template NAME]

  folder      where to create the project; default voice-agent
  --template  ${Object.entries(TEMPLATES)
    .map(([name, { what }]) => `${name.padEnd(9)} ${what}`)
    .join('\n              ')}
  --help      this text`;

/**
 * Reads the arguments of the command.
 *
 * @returns `{ folder, template }`, or 'help'
 * @throws Error that names the argument
 */
export function readOptions(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { template: { type: 'string', default: 'web' }, help: { type: 'boolean', short: 'h', default: false } },
  });
  if (values.help) return 'help';
  const [folder = 'voice-agent', ...others] = positionals;
  if (others.length > 0) throw new Error(`expected one folder, got ${positionals.join(', ')}`);
  if (!Object.hasOwn(TEMPLATES, values.template))
    throw new Error(`--template: expected ${Object.keys(TEMPLATES).join(', ')}, got "${values.template}"`);
  return { folder, template: values.template };
}
