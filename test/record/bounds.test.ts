import { expect, test } from 'vitest';
import { findLineFault } from '../../src/record/lineFault.ts';

test.each([
  ['a time', { t: 1e15, in: 'muted', v: true }],
  ['audio without its samples', { t: 1, in: 'audio', v: { samples: 1e9, rate: 16_000 } }],
  ['a rate', { t: 1, in: 'audio', v: { samples: 1, rate: 1e9 } }],
  ['audio of a voice', { t: 1, in: 'tts.0', v: { kind: 'audio', samples: 1e9, rate: 24_000 } }],
  ['played audio', { t: 1, out: 'playout', v: { kind: 'sent', samples: 1e15 } }],
  ['a gap', { t: 1, dropped: 1e15 }],
  ['a timer', { t: 1, in: 'tick', due: 1e15 }],
])('%s of no session is refused', (_, line) => expect(findLineFault(line)).not.toBeNull());

test('the longest session, and ten seconds of audio at once, are read', () => {
  expect(findLineFault({ t: 86_400_000, in: 'muted', v: true })).toBeNull();
  expect(findLineFault({ t: 1, in: 'audio', v: { samples: 1_920_000, rate: 192_000 } })).toBeNull();
});
