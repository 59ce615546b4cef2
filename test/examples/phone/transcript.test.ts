import { expect, test } from 'vitest';
import type { PhoneEvent } from '../../../examples/phone/callAgent.ts';
import { createTranscript } from '../../../examples/phone/transcript.ts';

const words = (text: string): PhoneEvent => ({ kind: 'saying', saying: { kind: 'words', text } });
const end = (whole: boolean): PhoneEvent => ({ kind: 'saying', saying: { kind: 'end', whole } });
const line = (name: string): PhoneEvent => {
  return { kind: 'line', line: { name, audio: { samples: new Int16Array(0), sampleRate: 8000 } } };
};

test('the conversation is written as it goes on', () => {
  let written = '';
  const watch = createTranscript({ paint: (_style, text) => text, write: (text) => void (written += text) });
  const events = [
    words('Good '),
    words('evening. '),
    end(true),
    line('hello'),
    { kind: 'understood', text: 'hello' } as const,
    words('Hello! I can'),
    line('stop'),
    words('tell'),
    end(false),
  ];
  events.forEach(watch);
  expect(written.split('\n')).toEqual([
    'agent      Good evening.',
    'you        hello',
    'understood hello',
    'agent      Hello! I can',
    'you        stop',
    'agent      tell … (interrupted)',
    '',
  ]);
});
