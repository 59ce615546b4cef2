import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseRecording } from '../../src/record/read.ts';
import { recorder } from '../replay/record.ts';
import { createTestSession } from '../support/testSession.ts';

const EARLIER = readFileSync(join(import.meta.dirname, '../recordings/interrupted.jsonl'), 'utf8');

/** A recording as it is written today, line by line. */
let written: readonly string[] = [];
beforeAll(async () => {
  const record = recorder();
  const { clock, session } = createTestSession({
    voice: [{ atMs: 320, forMs: 640 }],
    says: ['my number is 4711'],
    llm: ['We open at nine.'],
    options: { record },
  });
  await clock.run(6000);
  session.close('ended_by_api');
  await clock.advance(1000);
  written = record.lines;
});

function read(lines: readonly string[]): unknown {
  return parseRecording(`${lines.join('\n')}\n`, 'file');
}

describe('a recording is read', () => {
  test('as it was written', () => {
    expect(() => read(written)).not.toThrow();
  });

  test('without checks, as earlier versions wrote it', () => {
    expect(EARLIER).not.toContain('"check"');
    expect(() => parseRecording(EARLIER)).not.toThrow();
  });

  test('where it breaks off', () => {
    expect(() => read(written.slice(0, 150))).not.toThrow();
  });

  test('when what people said in it was edited', () => {
    expect(() => read(written.map((line) => line.replaceAll('4711', 'XXXXXX')))).not.toThrow();
  });
});

describe('a recording is refused with the reason and the line, where', () => {
  test('a line is missing', () => {
    const lines = written.toSpliced(10, 1);
    expect(() => read(lines)).toThrow(
      'file:64: expected 64 lines from the head to here, as they were written, got 63: one is missing',
    );
  });

  test('as many lines are missing as stand between two checks', () => {
    expect(() => read(written.toSpliced(1, 64))).toThrow(
      'file:65: expected 128 lines from the head to here, as they were written, got 64: 64 are missing',
    );
  });

  test('a line stands twice', () => {
    expect(() => read(written.toSpliced(10, 0, written[10] ?? ''))).toThrow('got 65: one is too many');
  });

  test('lines of one instant have changed places', () => {
    const at = written.findIndex(
      (line, n) => n > 1 && nameOf(line) !== nameOf(written[n - 1]) && timeOf(line) === timeOf(written[n - 1]),
    );
    const [one = '', other = ''] = written.slice(at - 1, at + 1);
    expect(() => read(written.toSpliced(at - 1, 2, other, one))).toThrow('they are out of order');
  });

  test('lines are out of order', () => {
    const at = written.findIndex((line, n) => n > 1 && timeOf(line) > timeOf(written[n - 1]));
    const [one = '', other = ''] = written.slice(at - 1, at + 1);
    expect(() => read(written.toSpliced(at - 1, 2, other, one))).toThrow(
      `file:${at + 1}: expected a time of ${timeOf(other)} ms or later, as in the line before, got ${timeOf(one)} ms: the lines are out of order`,
    );
  });

  test('the head is missing', () => {
    expect(() => read(written.slice(1))).toThrow(
      'file:1: expected the head of a recording, got a later line: the beginning is missing',
    );
  });

  test('the head is of another format', () => {
    const [head = '', ...lines] = written;
    const later = head.replace('"format":4,"antiphon":"', '"format":6,"antiphon":"9');
    expect(() => read([later, ...lines])).toThrow(
      /^file:1: expected format 1 or 2 or 3 or 4 or 5, which antiphon [\d.]+\S* reads, got format 6, written by antiphon 9/u,
    );
  });

  test.each([
    ['{}', 'one with format: nothing, not one of 1, 2'],
    ['[]', 'an array of 0'],
    ['3', '3'],
  ])('the head is %s', (head, got) => {
    expect(() => read([head])).toThrow(
      `file:1: expected the head of a recording of format 1 or 2 or 3 or 4 or 5, got ${got}`,
    );
  });

  test('a field of the head is wrong: it is named', () => {
    const [head = ''] = written;
    expect(() => read([head.replace('"windowSamples":512', '"windowSamples":"many"')])).toThrow(
      'got one with ports.vad.windowSamples: a string of 4 characters, not a finite number',
    );
  });

  test('a field of a line is wrong: it is named', () => {
    const [head = ''] = written;
    expect(() => read([head, '{"t":1,"in":"stt","v":{"kind":"final","segment":0}}'])).toThrow(
      'file:2: expected a line of a recording, got one with v.text: nothing, not a string',
    );
  });
});

function timeOf(line: string | undefined): number {
  return (JSON.parse(line ?? '{}') as { t?: number }).t ?? -1;
}

function nameOf(line: string | undefined): string {
  const { in: stream = '', out = '' } = JSON.parse(line ?? '{}') as { in?: string; out?: string };
  return stream + out;
}
