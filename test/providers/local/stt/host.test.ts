import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { firstValueFrom, from, Subject } from 'rxjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSttHost, type SttHost } from '../../../../providers/local/stt/host.ts';
import type { RecognitionSettings } from '../../../../providers/local/stt/messages.ts';
import type { SttEvent, SttInput } from '../../../../src/core/ports.ts';
import { collectTranscripts } from '../../../../src/testing/contracts/stt/collectTranscripts.ts';
import { observedEngine, type StandIn } from './standIn.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await observedEngine();
});
afterAll(() => standIn.remove());

const createSettings = (decoders = 1, grammar = 'anything'): RecognitionSettings => ({
  grammar,
  language: 'en-US',
  decoders,
  reject: false,
});
const start = (segment = 0): SttInput => ({ kind: 'start', segment });
const end = (segment = 0): SttInput => ({ kind: 'end', segment });

const answer = (text: string, segment = 0): SttEvent => ({ kind: 'final', segment, text, last: true });

interface Open {
  send(...inputs: readonly SttInput[]): void;
  close(): void;
}

/** Sessions at one host, and what they were answered, in order, under their names. */
function deskAt(host: SttHost) {
  const events: [name: string, event: SttEvent][] = [];
  const waiting: { readonly count: number; readonly come: () => void }[] = [];
  const open = (name: string, wanted: RecognitionSettings = createSettings()): Open => {
    const speech = new Subject<SttInput>();
    const subscription = host.transcribe(wanted, speech).subscribe((event) => {
      events.push([name, event]);
      for (const { count, come } of waiting) if (events.length >= count) come();
    });
    return {
      send: (...inputs) => inputs.forEach((input) => speech.next(input)),
      close: () => subscription.unsubscribe(),
    };
  };
  const answered = (count: number): Promise<typeof events> =>
    new Promise((resolve) => {
      const come = (): void => resolve(events);
      if (events.length >= count) come();
      else waiting.push({ count, come });
    });
  return { open, answered };
}

describe('the decoders of the local recogniser', () => {
  test('decode as many segments at once as there are; the others wait in order', async () => {
    const { open, answered } = deskAt(createSttHost(standIn.specifier));
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => open(name, createSettings(2)));
    a?.send(start());
    b?.send(start());
    c?.send(start(), end());
    d?.send(start(), end());
    b?.send(end());
    expect(await answered(3)).toEqual([
      ['b', answer('2 of 2')],
      ['c', answer('2 of 2')],
      ['d', answer('2 of 2')],
    ]);
    for (const session of [a, b, c, d]) session?.close();
  });

  test('are not kept by a check that nobody waits for any more', async () => {
    const host = createSttHost(standIn.specifier);
    const { open, answered } = deskAt(host);
    const [busy, later] = [open('busy'), open('later')];
    busy.send(start());
    host.verify(createSettings()).subscribe().unsubscribe();
    later.send(start(), end());
    busy.send(end());
    expect(await answered(2)).toEqual([
      ['busy', answer('1 of 1')],
      ['later', answer('1 of 1')],
    ]);
    for (const session of [busy, later]) session.close();
  });

  test('are as many as the most that any session requested', async () => {
    const { open, answered } = deskAt(createSttHost(standIn.specifier));
    const [modest, greedy] = [open('modest', createSettings(1)), open('greedy', createSettings(3))];
    modest.send(start(), start(1), start(2), end(2));
    expect(await answered(1)).toEqual([['modest', answer('3 of 3', 2)]]);
    modest.close();
    greedy.close();
  });

  test('are given back by who unsubscribes in the middle of a segment', async () => {
    const { open, answered } = deskAt(createSttHost(standIn.specifier));
    const [first, second] = [open('first'), open('second')];
    first.send(start());
    second.send(start(), end());
    first.close();
    expect(await answered(1)).toEqual([['second', answer('1 of 1')]]);
    second.close();
  });

  test('are not kept for who unsubscribes while waiting', async () => {
    const { open, answered } = deskAt(createSttHost(standIn.specifier));
    const [first, left, last] = [open('first'), open('left'), open('last')];
    first.send(start());
    left.send(start(), end());
    last.send(start(), end());
    left.close();
    first.send(end());
    expect(await answered(2)).toEqual([
      ['first', answer('1 of 1')],
      ['last', answer('1 of 1')],
    ]);
    first.close();
    last.close();
  });
});

describe('the thread of the local recogniser', () => {
  test('stays from the check of the settings until the last session has gone', async () => {
    const host = createSttHost(standIn.specifier);
    const { open, answered } = deskAt(host);
    await firstValueFrom(host.verify(createSettings(3)));
    const [first, second] = [open('first'), open('second')];
    first.send(start(), end());
    await answered(1);
    first.close();
    second.send(start(), end());
    await answered(2);
    second.close();
    const later = open('later');
    later.send(start(), end());
    expect(await answered(3)).toEqual([
      ['first', answer('1 of 3')],
      ['second', answer('1 of 3')],
      ['later', answer('1 of 1')],
    ]);
    later.close();
  });

  test('ends when the last session has gone', async () => {
    const started = once(process, 'worker') as Promise<[Worker]>;
    const { open } = deskAt(createSttHost(standIn.specifier));
    const [first, second] = [open('first'), open('second')];
    const [thread] = await started;
    first.close();
    const ended = once(thread, 'exit');
    second.close();
    await ended;
  });

  test('that exits fails the open segments, once each, and is replaced', async () => {
    const { open, answered } = deskAt(createSttHost(standIn.specifier));
    const [fatal, bystander] = [open('fatal', createSettings(2, 'farewell')), open('bystander', createSettings(2))];
    bystander.send(start(4));
    fatal.send(start(7));
    const failed = (segment: number): object => ({
      kind: 'failed',
      segment,
      error: expect.objectContaining({ code: 'provider_failed', details: { provider: 'local' } }),
    });
    expect(await answered(2)).toEqual([
      ['fatal', failed(7)],
      ['bystander', failed(4)],
    ]);
    bystander.send(end(4), start(5), end(5));
    expect((await answered(3)).slice(2)).toEqual([
      ['bystander', expect.objectContaining({ kind: 'final', segment: 5 })],
    ]);
    fatal.close();
    bystander.close();
  });

  test('that cannot load the engine fails segment and check, with the reason', async () => {
    const host = createSttHost('soundswallower-that-is-not-installed');
    await expect(firstValueFrom(host.verify(createSettings()))).rejects.toMatchObject({ code: 'provider_failed' });
    const { events } = await collectTranscripts(host.transcribe(createSettings(), from([start(), end()])));
    expect(events).toEqual([
      {
        kind: 'failed',
        segment: 0,
        error: expect.objectContaining({ message: expect.stringContaining('npm install soundswallower@0.6.3') }),
      },
    ]);
  });
});

describe('a session', () => {
  test('completes when all requests are answered', async () => {
    const host = createSttHost(standIn.specifier);
    const inputs = [start(), end(), start(1), { kind: 'flush', segment: 1 } as const, end(1)];
    const { events } = await collectTranscripts(host.transcribe(createSettings(), from(inputs)));
    expect(events).toEqual([answer('1 of 1'), { kind: 'empty', segment: 1 }, answer('1 of 1', 1)]);
  });

  test('waits for no segment that was never ended', async () => {
    const host = createSttHost(standIn.specifier);
    const { events } = await collectTranscripts(host.transcribe(createSettings(), from([start(), end(), start(1)])));
    expect(events).toEqual([answer('1 of 1')]);
  });
});

describe('a process with the local recogniser', () => {
  test.each([
    [
      'ends by itself, but not before all is answered',
      'hear(from([start, end])).subscribe({ complete: () => (process.exitCode = 5) });',
      5,
    ],
    ['ends by itself though a session is open', 'hear(NEVER).subscribe();', 0],
    ['ends by itself though a segment is open', 'hear(concat(of(start), NEVER)).subscribe();', 0],
    ['ends by itself after a session was left', 'hear(concat(of(start, end), NEVER)).subscribe().unsubscribe();', 0],
    [
      'ends by itself after the settings were checked',
      'host.verify(hearing).subscribe(() => (process.exitCode = 6));',
      6,
    ],
    [
      'can exit while it decodes',
      'hear(concat(of(start), NEVER)).subscribe(); host.verify(hearing).subscribe(() => process.exit(3));',
      3,
    ],
    ['can exit before it decodes', 'hear(of(start, end)).subscribe(); process.exit(4);', 4],
    ['dies of its own errors', 'hear(of(start, end)).subscribe(); throw new Error("on purpose");', 1],
  ])('%s', async (_promise, script, code) => {
    expect(await exitCodeOf(script)).toBe(code);
  });
});

function exitCodeOf(script: string): Promise<number> {
  const scripts = resolve(import.meta.dirname, '../../../../scripts');
  const prelude = `
    import { concat, from, NEVER, of } from 'rxjs';
    import { importSource } from ${JSON.stringify(`${scripts}/importSource.mjs`)};
    const { createSttHost } = await importSource('providers/local/stt/host.ts');
    const host = createSttHost();
    const grammar = '#JSGF V1.0; grammar desk; public <a> = hello;';
    const hearing = { grammar, language: 'en-US', decoders: 2 };
    const hear = (speech) => host.transcribe(hearing, speech);
    const [start, end] = [{ kind: 'start', segment: 0 }, { kind: 'end', segment: 0 }];`;
  return new Promise((ended) => {
    const args = ['--input-type=module', '-e', `${prelude}\n${script}`];
    execFile(process.execPath, args, { timeout: 120_000 }, (error) => ended(error === null ? 0 : Number(error.code)));
  });
}
