import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { draw } from '../../src/cli/draw.ts';
import type { Recording } from '../../src/record/format.ts';
import { CONVERSATION, recorded } from '../draw/support/recorded.ts';

let folder: string;
let file: string;
let output: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'antiphon-draw-'));
  file = join(folder, 'ses_test.jsonl');
  output = [];
  await writeFile(file, written(await recorded(CONVERSATION, 6000)));
});
afterEach(() => rm(folder, { recursive: true }));

function run(...args: readonly string[]): Promise<number> {
  const terminal = { out: (text: string) => output.push(text), err: (text: string) => output.push(text), columns: 100 };
  return draw.run(args, { ...terminal, isTty: false });
}

const picture = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

describe('antiphon draw', () => {
  it('draws a recording beside it, and says where', async () => {
    expect(await run(file)).toBe(0);
    expect(output).toEqual([join(folder, 'ses_test.svg')]);
    expect(await picture('ses_test.svg')).toMatch(/^<svg .*When do you open on Sunday\?.*<\/svg>$/s);
  });

  it('draws it to the given path', async () => {
    await run(file, '--out', join(folder, 'other.svg'));
    expect(await picture('other.svg')).toContain('Session ses_test');
  });

  it('shows the settings of the session', async () => {
    await run(file);
    expect(await picture('ses_test.svg')).toContain(
      'voice from 0.5 · silence after 0.55 s · endpoint after 0.5 s · interrupted after 0.5 s',
    );
  });

  it('draws a part, in rows and a width of choice', async () => {
    await run(file, '--from', '2s', '--to', '5s', '--row', '1500ms', '--width', '900');
    const drawn = await picture('ses_test.svg');
    expect(drawn).toContain(' width="900" ');
    expect(drawn).toContain('2 s to 5 s of ');
    expect(drawn.match(/class="row"/g)).toHaveLength(3);
  });

  it.each([
    ['no recording', [], 'expected one recording, got 0'],
    ['two recordings', ['a', 'b'], 'expected one recording, got 2'],
    ['an option that it does not know', ['a', '--loud'], '--loud'],
    ['a time without a unit', ['a', '--from', '12'], 'expected a time such as "1.5s"'],
    ['a beginning after the end', ['test/recordings/resumed.jsonl', '--from', '100s'], 'expected --from within the '],
    ['a time that is none', ['a', '--from', 'soon'], 'for --from, got "soon"'],
    ['a row that is none', ['a', '--row', '1m'], 'for --row, got "1m"'],
    ['a part that ends before it begins', ['a', '--from', '3s', '--to', '2s'], 'expected --to after --from'],
    ['rows of no length', ['a', '--row', '0s'], 'expected a --row longer than 0'],
    ['a width for nothing', ['a', '--width', '100'], 'expected a --width of 320 px or more, got "100"'],
  ])('refuses %s, and says what it wants', async (_what, args, message) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 'usage_invalid',
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('refuses a file that is no recording', async () => {
    await writeFile(file, 'hello\n');
    await expect(run(file)).rejects.toMatchObject({ code: 'recording_invalid' });
  });
});

function written({ head, lines }: Recording): string {
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}
