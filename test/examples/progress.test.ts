import { expect, test } from 'vitest';
import type { ProgressEvent } from '../../examples/talk/runConversation.ts';
import { createProgress } from '../../examples/talk/progress.ts';

const audio = { samples: new Int16Array(1), sampleRate: 24_000 };
const message = { role: 'user', content: 'what time is it', name: null, tool_call_id: null } as const;

const EVENTS: readonly ProgressEvent[] = [
  { kind: 'line', line: { name: 'time.wav', audio } },
  { kind: 'event', event: { name: 'on_user_started_speaking', at: 0, input: {} } },
  { kind: 'hearing', text: 'what time' },
  { kind: 'event', event: { name: 'on_user_message_added', at: 0, input: { message } } },
];

function shown(live: boolean, columns: number): string {
  const written: string[] = [];
  const { watch, done } = createProgress({
    live,
    columns,
    paint: (_, text) => text,
    write: (text) => void written.push(text),
  });
  for (const event of EVENTS) watch(event);
  done();
  return written.join('');
}

test('in a file each thing that happens is a line', () => {
  expect(shown(false, 80)).toBe('  you say: time.wav\n  understood: what time is it\n');
});

test('on a terminal it is one line that is written over, no wider than that, and gone in the end', () => {
  const clear = '\r\u001b[K';
  expect(shown(true, 20)).toBe(
    `${clear}  you say: time.wav${clear}  heard: what time${clear}  understood: what…${clear}`,
  );
});
