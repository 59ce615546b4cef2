import { describe, expect, it } from 'vitest';
import type { LoadedChunk } from '../../../src/studio/page/logic/drawTile.ts';
import type { Chunk } from '../../../src/studio/page/logic/tiles.ts';
import { createResource, valueOf } from '../../../src/studio/page/state/loadable.ts';
import { createParts } from '../../../src/studio/page/state/parts.ts';
import { readLines } from '../../../src/studio/page/state/readLines.ts';
import { StudioError, toStudioError } from '../../../src/studio/page/state/studioError.ts';
import { withoutAgent } from '../../../src/studio/page/state/withoutAgent.ts';
import type { CallPart } from '../../../src/studio/protocol.ts';

/** Promises that the test settles. */
function deferred<Value>() {
  const settle: { resolve: (value: Value) => void; reject: (error: Error) => void }[] = [];
  return { settle, next: () => new Promise<Value>((resolve, reject) => void settle.push({ resolve, reject })) };
}

/** Lets all promises that can settle do so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

describe('a value that is fetched', () => {
  it('is fetched once, however often it is needed', async () => {
    const { settle, next } = deferred<number>();
    const resource = createResource(next);
    resource.need();
    resource.need();
    expect(settle).toHaveLength(1);
    expect(valueOf(resource.current.value)).toBeNull();
    settle[0]?.resolve(7);
    await settled();
    expect(valueOf(resource.current.value)).toBe(7);
  });

  it('keeps the answer to the latest request, not one that comes late', async () => {
    const { settle, next } = deferred<number>();
    const resource = createResource(next);
    resource.need();
    resource.reload();
    settle[1]?.resolve(2);
    settle[0]?.resolve(1);
    await settled();
    expect(valueOf(resource.current.value)).toBe(2);
  });

  it('that fails has its error', async () => {
    const resource = createResource(() => Promise.reject(new Error('gone')));
    resource.need();
    await settled();
    expect(resource.current.value).toMatchObject({ state: 'failed', error: { code: 'page_failed', message: 'gone' } });
  });
});

describe('the parts of a call', () => {
  const chunk = (index: number): Chunk => ({ key: `${index}`, binMs: 1, fromMs: index * 512, toMs: (index + 1) * 512 });
  const part: CallPart = { windows: [], user: [1], agent: [1] };
  const create = () => {
    const asked: number[] = [];
    const failures: StudioError[] = [];
    const { settle, next } = deferred<CallPart>();
    const fetchPart = (fromMs: number) => {
      asked.push(fromMs / 512);
      return next();
    };
    return { asked, settle, failures, parts: createParts(fetchPart, (error) => failures.push(error)) };
  };

  it('are fetched three at a time, the first of the screen first', async () => {
    const { asked, settle, parts } = create();
    parts.take([0, 1, 2, 3].map(chunk));
    expect(asked).toEqual([0, 1, 2]);
    settle[0]?.resolve(part);
    await settled();
    expect(asked).toEqual([0, 1, 2, 3]);
  });

  it('are fetched once, told to who listens, and there the next time', async () => {
    const { asked, settle, parts } = create();
    const heard: LoadedChunk[] = [];
    const stop = parts.onLoad((loaded) => heard.push(loaded));
    expect(parts.take([chunk(0)])).toEqual([]);
    parts.take([chunk(0)]);
    settle[0]?.resolve(part);
    await settled();
    expect(heard).toEqual([{ ...chunk(0), part }]);
    expect(parts.take([chunk(0)])).toEqual(heard);
    expect(asked).toEqual([0]);
    stop();
    parts.take([chunk(1)]);
    settle[1]?.resolve(part);
    await settled();
    expect(heard).toHaveLength(1);
  });

  it('that the user sees now are fetched before those of earlier places', async () => {
    const { asked, settle, parts } = create();
    parts.take([0, 1, 2, 3].map(chunk));
    parts.take([chunk(9)]);
    settle[0]?.resolve(part);
    await settled();
    expect(asked.at(-1)).toBe(9);
  });

  it('are not asked for again after a failure, which is told', async () => {
    const { asked, settle, failures, parts } = create();
    parts.take([0, 1, 2, 3].map(chunk));
    settle[0]?.reject(new Error('gone'));
    await settled();
    expect(failures.map(({ message }) => message)).toEqual(['gone']);
    expect(asked).toEqual([0, 1, 2]);
  });

  it('of another run have no waveform of the agent, for those that arrive too', async () => {
    const { settle, parts } = create();
    const silent = withoutAgent(parts);
    const heard: LoadedChunk[] = [];
    silent.onLoad((loaded) => heard.push(loaded));
    silent.take([chunk(0)]);
    settle[0]?.resolve(part);
    await settled();
    const [taken] = silent.take([chunk(0)]);
    expect([heard[0]?.part, taken?.part]).toEqual([
      { ...part, agent: [] },
      { ...part, agent: [] },
    ]);
  });
});

describe('the lines of an answer', () => {
  const read = async (...pieces: readonly (string | Uint8Array<ArrayBuffer>)[]): Promise<readonly string[]> => {
    const bytes = pieces.map((piece) => (typeof piece === 'string' ? new TextEncoder().encode(piece) : piece));
    const lines: string[] = [];
    for await (const line of readLines(new Response(new Blob(bytes).stream()))) lines.push(line);
    return lines;
  };

  it('are whole, the last one without its end too', async () =>
    expect(await read('{"done":1}\n\n{"do', 'ne":2}\n{"cells":[]}')).toEqual([
      '{"done":1}',
      '{"done":2}',
      '{"cells":[]}',
    ]));

  it('are none if the answer is empty', async () => expect(await read('')).toEqual([]));

  it('keep characters that arrive in two pieces', async () => {
    const pieces = [...new TextEncoder().encode('café\n')].map((byte) => new Uint8Array([byte]));
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const lines: string[] = [];
    for await (const line of readLines(new Response(body))) lines.push(line);
    expect(lines).toEqual(['café']);
  });
});

describe('an error', () => {
  it('of the server keeps its code and its docs', () => {
    const error = new StudioError({ code: 'call_unknown', message: 'no call', docs: 'studio.md#failures' });
    expect(toStudioError(error)).toBe(error);
    expect(error).toMatchObject({ code: 'call_unknown', docs: 'studio.md#failures' });
  });

  it('of something else has a message', () => expect(toStudioError('odd')).toMatchObject({ message: 'odd' }));
});
