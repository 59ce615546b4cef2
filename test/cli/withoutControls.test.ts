import { expect, test } from 'vitest';
import { LINE_ABOVE } from '../../src/cli/progress.ts';
import { withoutControls } from '../../src/cli/withoutControls.ts';
import { terminal } from './terminal.ts';

test('what a command writes has no control characters but ends of lines and tabs', () => {
  const screen = terminal();
  const { out, err } = withoutControls(screen);
  const text = 'a\tb\n\u001b[2J\u009b31m\r\u0007\u202e\u2066é漢🙂';
  out(text);
  err(text);
  const written = 'a\tb\n\\u001b[2J\\u009b31m\\u000d\\u0007\\u202e\\u2066é漢🙂';
  expect([screen.stdout, screen.stderr]).toEqual([[written], [written]]);
});

test('progress still overwrites its line', () => {
  const screen = terminal();
  withoutControls(screen).err(`${LINE_ABOVE}3/8\u001b`);
  expect(screen.stderr).toEqual([`${LINE_ABOVE}3/8\\u001b`]);
});
