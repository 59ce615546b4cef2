// A contributor adds the setting `patience_delay` of a session, in seconds, by CONTRIBUTING.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, type ProjectCopy } from './support.ts';

const SCHEMA = 'src/session/config/schema.ts';
const CONFIG = 'src/session/config.ts';
const DOCS = 'scripts/docs-configuration.mjs';

let project: ProjectCopy;

beforeAll(() => {
  project = copyProject();
});

afterAll(() => project.dispose());

test('the schema has what is declared', () => {
  project.replace(
    SCHEMA,
    '  /** True if the user can interrupt the agent. @default true */',
    '  /** @default 4 */\n  readonly patience_delay?: number | undefined;\n  /** True if the user can interrupt the agent. @default true */',
  );
  expect(project.compile('src/session/config/schema.ts')).toEqual([
    expect.stringContaining("Property 'patience_delay' is missing"),
  ]);
  expect(project.script(DOCS, '--check')).toContain(
    `${SCHEMA}: the schema of SessionConfig lacks patience_delay, which is declared: add it with its default`,
  );
});

test('the declaration says what it is, and the default of the schema', () => {
  project.replace(
    SCHEMA,
    '    allow_interruptions: z',
    '    patience_delay: turnSeconds().default(5),\n    allow_interruptions: z',
  );
  expect(project.compile('src/session/config/schema.ts')).toEqual([]);
  expect(project.script(DOCS, '--check')).toContain(
    'SessionConfig.patience_delay: @default is 4 in the declaration and 5 in the schema: change one',
  );
  project.replace(SCHEMA, '@default 4', '@default 5');
  expect(project.script(DOCS, '--check')).toContain(
    'SessionConfig.patience_delay has no doc comment: say what it does, and its unit',
  );
  project.replace(SCHEMA, '/** @default 5 */', '/** Time that the agent waits for the user. @default 5 */');
  expect(project.script(DOCS, '--check')).toContain(
    'SessionConfig.patience_delay does not say its unit: end its doc comment with ", in seconds"',
  );
  project.replace(SCHEMA, 'waits for the user. @', 'waits for the user, in seconds. @');
});

test('it is read, and has its values in a table', () => {
  const unread = `${SCHEMA}: patience_delay is not read: convert it in createSettings of ${CONFIG}`;
  const untested =
    'patience_delay is not in test/session/config/sessionTables.ts: add a row `[name, default, lawful values, unlawful values]`';
  expect(project.faults()).toEqual([unread, untested]);
  project.replace(
    CONFIG,
    '  readonly allowInterruptions: boolean;',
    '  readonly patienceMs: number;\n  readonly allowInterruptions: boolean;',
  );
  expect(project.compile(CONFIG)).toEqual([expect.stringContaining("Property 'patienceMs' is missing")]);
  project.replace(
    CONFIG,
    '    allowInterruptions: config',
    '    patienceMs: toMs(config.patience_delay),\n    allowInterruptions: config',
  );
  expect(project.compile(CONFIG)).toEqual([]);
  expect(project.faults()).toEqual([untested]);
  const row = "      ['patience_delay', 5, [0, 60], TURN_TIMES_BEYOND],";
  project.replace(
    'test/session/config/sessionTables.ts',
    "      ['allow_interruptions',",
    `${row}\n      ['allow_interruptions',`,
  );
  expect(project.faults()).toEqual([]);
});

test('the page of the configuration has it', () => {
  expect(project.script(DOCS)).toBe('');
  expect(project.read('docs/configuration.md')).toContain(
    '| `patience_delay` | `number` | `5` | 0 to 60 | Time that the agent waits for the user, in seconds. |',
  );
});
