import { readFile, symlink, writeFile } from 'node:fs/promises';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGraph } from '../../src/cli/studio/graph.ts';
import { createTaskQueue } from '../../src/cli/studio/threads/taskQueue.ts';
import type { Runner } from '../../src/cli/sweep/workers.ts';
import type { CallSteps, ScoreResponse, SweepProgress, SweepResult } from '../../src/studio/protocol.ts';
import { ask, askFailure, askJson, createFolder, createInlineSweepRunner, startTestStudio } from './support/studio.ts';

const AXES = [{ name: 'min_endpointing_delay', from: 0.2, to: 0.8, count: 3 }];

function readLines(text: string): readonly unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('a sweep', () => {
  test('tells its progress, and at last its cells with the frontier', async () => {
    const studio = await startTestStudio(await createFolder(['concierge', 'interrupted'], { 'broken.jsonl': 'x\n' }));
    const body = { ids: ['concierge.jsonl', 'interrupted.jsonl', 'concierge.jsonl'], axes: AXES };
    const lines = readLines((await ask(studio, '/api/sweep', { body })).text);
    expect(lines.slice(0, -1)).toEqual(Array.from({ length: 7 }, (_, done): SweepProgress => ({ done, runs: 6 })));
    const { ran, failed, cells } = lines.at(-1) as SweepResult;
    expect([ran, failed]).toEqual([['concierge.jsonl', 'interrupted.jsonl'], []]);
    expect(cells.map(({ changes }) => changes)).toEqual(
      [0.2, 0.5, 0.8].map((delay) => ({ min_endpointing_delay: delay })),
    );
    expect(cells.filter(({ isRecorded }) => isRecorded)).toHaveLength(1);
    expect(cells.some(({ isEfficient }) => isEfficient)).toBe(true);
  });

  test('names a call that cannot be run, and goes on', async () => {
    const studio = await startTestStudio(await createFolder(['concierge'], { 'broken.jsonl': 'x\n' }), {
      createSweepRunner: () => {
        const runner = createInlineSweepRunner();
        return {
          ...runner,
          run: (task, tell) =>
            runner.run(task, tell).catch((error: Error) => tell({ kind: 'failed', message: error.message })),
        };
      },
    });
    const body = { ids: ['concierge.jsonl', 'broken.jsonl'], axes: AXES };
    const result = readLines((await ask(studio, '/api/sweep', { body })).text).at(-1) as SweepResult;
    expect(result.ran).toEqual(['concierge.jsonl']);
    expect(result.failed).toEqual([{ id: 'broken.jsonl', message: expect.stringContaining('broken.jsonl:1') }]);
  });

  test('checks its grid and its calls before it begins', async () => {
    const studio = await startTestStudio(await createFolder(['concierge']));
    const ids = ['concierge.jsonl'];
    const fail = (body: object): Promise<string> => askFailure(studio, '/api/sweep', { body });
    expect(await fail({ ids, axes: [{ name: 'stt.language', from: 0, to: 1, count: 2 }] })).toBe('400 usage_invalid');
    expect(await fail({ ids, axes: [{ name: 'min_endpointing_delay', from: 0, to: 999, count: 2 }] })).toBe(
      '400 usage_invalid',
    );
    expect(await fail({ ids: ['none.jsonl'], axes: AXES })).toBe('404 call_unknown');
    expect(await fail({ ids: [], axes: AXES })).toBe('400 request_invalid');
    const many = { name: 'interrupt_word_threshold', from: 0, to: 49, count: 50 };
    expect(await fail({ ids, axes: [{ ...AXES[0], count: 50 }, many] })).toBe('400 request_invalid');
  });

  test('of many runs tells some of its progress, and how many are done', async () => {
    const createSweepRunner = (): Runner => ({
      run: async ({ from, to }, tell) => {
        for (let n = from; n < to; n += 1) tell({ kind: 'played' });
        tell({ kind: 'failed', message: 'its thread ended' });
      },
      close: async () => undefined,
    });
    const studio = await startTestStudio(await createFolder(['disconnected']), { createSweepRunner });
    const words = { name: 'interrupt_word_threshold', from: 0, to: 19, count: 20 };
    const body = { ids: ['disconnected.jsonl'], axes: [{ ...AXES[0], count: 50 }, words] };
    const told = readLines((await ask(studio, '/api/sweep', { body })).text).slice(0, -1);
    expect(told).toEqual(Array.from({ length: 501 }, (_, n): SweepProgress => ({ done: 2 * n, runs: 1000 })));
  });

  test('ends when the client disconnects: its threads are closed, and no further run begins', async () => {
    const began: string[] = [];
    let close = (): void => undefined;
    const closed = new Promise<void>((done) => (close = done));
    const createSweepRunner = (): Runner => ({
      run: async (task, tell) => {
        began.push(task.name);
        tell({ kind: 'played' });
        await closed;
        tell({ kind: 'failed', message: 'its thread ended' });
      },
      close: async () => close(),
    });
    const studio = await startTestStudio(await createFolder(['concierge', 'interrupted']), { createSweepRunner });
    const { hostname, port } = new URL(studio.origin);
    const headers = { authorization: `Bearer ${studio.token}`, 'content-type': 'application/json' };
    const sent = send({ hostname, port, path: '/api/sweep', method: 'POST', headers }, (response) => {
      response.on('error', () => undefined);
      response.on('data', () => sent.destroy());
    });
    sent.on('error', () => undefined);
    sent.end(JSON.stringify({ ids: ['concierge.jsonl', 'interrupted.jsonl'], axes: AXES }));
    await closed;
    await studio.close();
    expect(new Set(began)).toEqual(new Set(['concierge.jsonl']));
  });
});

describe('a score', () => {
  test('of a call is written next to it, and played', async () => {
    const folder = await createFolder([], {
      'a/b.jsonl': await readFile('test/recordings/disconnected.jsonl', 'utf8'),
    });
    const studio = await startTestStudio(folder);
    const score = await askJson<ScoreResponse>(studio, '/api/score', { body: { id: 'a/b.jsonl' } });
    expect(score.path).toBe('a/b.score.ts');
    expect(await readFile(join(folder, 'a/b.score.ts'), 'utf8')).toBe(score.source);
    expect(score.source).toMatch(/from .antiphon\/testing.;/u);
    expect([score.difference, score.timelines]).toEqual(['none', null]);
  });

  test('overwrites nothing, not even through a symbolic link', async () => {
    const folder = await createFolder(['disconnected'], { 'disconnected.score.ts': 'mine', 'outside.txt': 'theirs' });
    await symlink(join(folder, 'outside.txt'), join(folder, 'disconnected-2.score.ts'));
    const studio = await startTestStudio(folder);
    const { path } = await askJson<ScoreResponse>(studio, '/api/score', { body: { id: 'disconnected.jsonl' } });
    expect(path).toBe('disconnected-3.score.ts');
    expect(await readFile(join(folder, 'disconnected.score.ts'), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'outside.txt'), 'utf8')).toBe('theirs');
  });

  test('of a stretch begins with the conversation before it, and says what it leaves out', async () => {
    const folder = await createFolder(['first-minute']);
    const studio = await startTestStudio(folder);
    const body = { id: 'first-minute.jsonl', fromMs: 37_000, toMs: 42_000 };
    const { path, source, omitted, difference, timelines } = await askJson<ScoreResponse>(studio, '/api/score', {
      body,
    });
    expect(path).toBe('first-minute-37.0s-42.0s.score.ts');
    expect(source).toContain('thank you');
    expect(source).not.toContain("'goodbye'");
    expect(source).toMatch(/initial_messages: \[[^]*what time is it/u);
    expect(source).toContain("first_message: ''");
    expect(omitted).toContain('the conversation before 37.0 s, which is in initial_messages');
    expect({ difference, timelines }).toEqual({ difference: 'none', timelines: null });
  });

  test('passes if the agent is cut off a few words earlier than in the recording, and says so', async () => {
    const studio = await startTestStudio(await createFolder(['concierge']));
    const body = { id: 'concierge.jsonl' };
    const { difference, timelines } = await askJson<ScoreResponse>(studio, '/api/score', { body });
    expect({ difference, timelines }).toEqual({ difference: 'cuts', timelines: null });
  });

  test('that does not repeat the recording has both timelines', async () => {
    const studio = await startTestStudio(await createFolder(['failures']));
    const body = { id: 'failures.jsonl' };
    const { difference, timelines } = await askJson<ScoreResponse>(studio, '/api/score', { body });
    expect(difference).toBe('other');
    expect(timelines).toMatch(/^recorded$/mu);
    expect(timelines).toMatch(/^score$/mu);
  });

  test('of a stretch without the user is refused', async () => {
    const studio = await startTestStudio(await createFolder(['first-minute']));
    const body = { id: 'first-minute.jsonl', fromMs: 0, toMs: 10 };
    expect(await askFailure(studio, '/api/score', { body })).toBe('400 usage_invalid');
    expect(await askFailure(studio, '/api/score', { body: { ...body, toMs: 0 } })).toBe('400 request_invalid');
  });
});

describe('the steps of a call', () => {
  test('come with the graph, and without a difference if the call repeats', async () => {
    const studio = await startTestStudio(await createFolder(['disconnected']));
    const { steps, graph, difference } = await askJson<CallSteps>(studio, '/api/steps?id=disconnected.jsonl');
    expect(steps.length).toBeGreaterThan(0);
    expect(graph).toEqual(createGraph());
    expect(difference).toBeNull();
  });

  test('are explained again when the file has changed', async () => {
    const folder = await createFolder(['disconnected']);
    const studio = await startTestStudio(folder);
    expect((await ask(studio, '/api/steps?id=disconnected.jsonl')).status).toBe(200);
    await writeFile(join(folder, 'disconnected.jsonl'), 'damaged\n');
    expect(await askFailure(studio, '/api/steps?id=disconnected.jsonl')).toBe('422 recording_invalid');
  });
});

describe('a queue of tasks', () => {
  test('leaves out the tasks of clients that are gone, and runs one at a time', async () => {
    const began: string[] = [];
    let [running, most] = [0, 0];
    let release = (): void => undefined;
    const released = new Promise<void>((done) => (release = done));
    const queue = createTaskQueue({
      run: async ({ name }, tell) => {
        began.push(name);
        most = Math.max(most, (running += 1));
        await released;
        running -= 1;
        tell({ kind: 'ran', result: { bytes: new Uint8Array([began.length]) } });
      },
      close: async () => undefined,
    });
    const file = { id: 'a.jsonl', path: '/a.jsonl', size: 1, mtimeMs: 1 };
    const gone = new AbortController();
    const { signal } = new AbortController();
    const settled = Promise.allSettled([
      queue.ask({ name: 'sliders', input: { file } }, signal),
      queue.ask({ name: 'transcript', input: { file } }, gone.signal),
      queue.ask({ name: 'steps', input: { file, session: undefined } }, signal),
    ]);
    gone.abort();
    release();
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect([began, most]).toEqual([['sliders', 'steps'], 1]);
  });

  test('a thread that ends fails its task with a message, and no more', async () => {
    const queue = createTaskQueue({
      run: async (_task, tell) => tell({ kind: 'failed', message: 'its thread ended with code 1' }),
      close: async () => undefined,
    });
    const file = { id: 'a.jsonl', path: '/a.jsonl', size: 1, mtimeMs: 1 };
    const { signal } = new AbortController();
    await expect(queue.ask({ name: 'sliders', input: { file } }, signal)).rejects.toMatchObject({
      answered: {
        status: 500,
        failure: { code: 'internal', message: 'the task failed: its thread ended with code 1' },
      },
    });
  });
});

test('a file that changes is read again', async () => {
  const folder = await createFolder(['failures']);
  const studio = await startTestStudio(folder);
  expect((await ask(studio, '/api/call?id=failures.jsonl')).status).toBe(200);
  await writeFile(join(folder, 'failures.jsonl'), 'damaged\n');
  expect(await askFailure(studio, '/api/call?id=failures.jsonl')).toBe('422 recording_invalid');
});
