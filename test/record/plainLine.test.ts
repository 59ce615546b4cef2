import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlainLine } from '../../src/record/plainLine.ts';
import { incomingSchemas, inLine, outgoingSchemas, outLine } from '../../src/record/schema.ts';
import { runs } from '../properties/runs.ts';

const RECORDINGS = resolve(import.meta.dirname, '../recordings');

/** Returns whether the schemas accept a line. */
function isValid(line: unknown): boolean {
  const {
    in: stream,
    out,
    v,
    end,
  } = Object(line) as Readonly<Record<'in' | 'out', string | undefined>> & {
    readonly v?: unknown;
    readonly end?: unknown;
  };
  if (out !== undefined) {
    const schema = outgoingSchemas[out as keyof typeof outgoingSchemas];
    return outLine.safeParse(line).success && schema.safeParse(v).success;
  }
  const schema = incomingSchemas[stream?.split('.')[0] as keyof typeof incomingSchemas];
  return inLine.safeParse(line).success && (end !== undefined || schema.safeParse(v).success);
}

test.each(['concierge', 'with-audio'])('most lines of %s are plain, and all of these are valid', (name) => {
  const lines = readFileSync(`${RECORDINGS}/${name}.jsonl`, 'utf8').trimEnd().split('\n').slice(1);
  const plain = lines.map((line) => JSON.parse(line) as unknown).filter(isPlainLine);
  expect(plain.length).toBeGreaterThan(lines.length * 0.8);
  expect(plain.filter((line) => !isValid(line))).toEqual([]);
});

const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(-1, 0, 1, 1.5, 192_000, 192_001, 1_920_000, 1_920_001, 604_800_001),
);
const value = fc.oneof(number, fc.string(), fc.boolean(), fc.constant(null), fc.constant([]));
const audio = fc.record({ samples: value, rate: value, pcm: value }, { requiredKeys: [] });
const report = fc.record(
  {
    kind: fc.oneof(value, fc.constantFrom('started', 'position', 'cleared')),
    utterance: value,
    playedSamples: value,
    outputLatencyMs: value,
  },
  { requiredKeys: [] },
);
const kinded = fc.record(
  {
    kind: fc.oneof(value, fc.constantFrom('audio', 'mark', 'start', 'stopped')),
    samples: value,
    rate: value,
    pcm: value,
    chars: value,
    utterance: value,
    name: value,
    seq: value,
  },
  { requiredKeys: [] },
);
const check = fc.record({ lines: value, sum: value }, { requiredKeys: [] });
const name = fc.oneof(
  fc.record({ in: fc.constantFrom('audio', 'vad', 'report', 'tick', 'llm.0', 'tts.3') }),
  fc.record({ out: fc.constantFrom('reply', 'speech', 'activity', 'command', 'event', 'left', 'opened', 'playout') }),
);
const rest = fc.record(
  {
    t: value,
    v: fc.oneof(value, audio, report, kinded),
    after: value,
    joined: value,
    due: value,
    by: value,
    check: fc.oneof(value, check),
    end: value,
    error: value,
  },
  { requiredKeys: [] },
);
const line = fc.tuple(name, rest).map(([named, others]) => ({ ...others, ...named }));

test('a line that the schemas reject is never plain', () => {
  fc.assert(
    fc.property(line, (one) => {
      const written: unknown = JSON.parse(JSON.stringify(one));
      expect(!isPlainLine(written) || isValid(written)).toBe(true);
    }),
    runs(1000),
  );
});

test('values that are not lines are not plain', () => {
  for (const one of [null, 1, 'x', [], {}, { t: 1 }, { t: 1, in: 7, v: 1 }, { t: 1, in: 'constructor', v: 1 }])
    expect(isPlainLine(one)).toBe(false);
});
