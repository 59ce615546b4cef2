import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';

/** A process that plays the conversation `runs` times, and what was logged: every different log once. */
function played(runs: number, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const script = fileURLToPath(new URL('determinism/conversation.mjs', import.meta.url));
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26, env: { ...process.env, ...env } } as const;
  return JSON.parse(execFileSync(process.execPath, [script, String(runs)], options)) as readonly string[];
}

interface Line {
  readonly at: number;
  readonly name?: string;
  readonly code?: string;
}

interface Log {
  readonly log: readonly Line[];
  readonly playout: readonly { readonly kind: string }[];
  readonly lines: readonly { readonly atMs: number }[];
}

describe('a whole session with the agent’s own code, a line that drops and a function that hangs', () => {
  let logs: readonly string[] = [];
  beforeAll(() => {
    logs = played(100);
  });

  test('is logged byte for byte the same in 100 runs', () => {
    expect(logs).toHaveLength(1);
  });

  test.each([
    ['as it is', {}],
    ['of another language and time zone', { TZ: 'Asia/Kathmandu', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }],
  ])('is the same in a second process %s', (_, env) => {
    expect(played(1, env)).toEqual(logs);
  });

  test('contains all that it is to show', () => {
    const { log, playout, lines } = JSON.parse(logs[0] ?? '') as Log;
    const at = (what: string): readonly number[] =>
      log.filter(({ name, code }) => name === what || code === what).map((line) => line.at);
    expect(lines.map(({ atMs }) => atMs)).toEqual([0, 1787.5, 2172.5]);
    expect(at('on_user_message_added')).toHaveLength(3);
    expect(at('on_agent_interrupted')).toHaveLength(2);
    const [, hung = 0] = at('on_function_calls_collected');
    expect(at('function_failed')).toEqual([hung + 2000]);
    expect(at('client_silent')).toEqual([]);
    expect(playout.some(({ kind }) => kind === 'clear')).toBe(true);
  });
});
