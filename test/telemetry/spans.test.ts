import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as api from '@opentelemetry/api';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDateOf, beginSpan, type OpenSpan } from '../../src/telemetry/spans.ts';
import { createSpanStore, drawSpans } from './traced.ts';

interface Begun {
  readonly root: OpenSpan;
  readonly drawn: () => readonly string[];
}

/** A span that begins at 100 ms. */
function begin(): Begun {
  const { tracer, spans } = createSpanStore();
  const options = {
    api,
    tracer,
    dateOf: createDateOf(0, 0),
    failed: (cause: unknown) => expect.unreachable(String(cause)),
  };
  const root = beginSpan(options, api.ROOT_CONTEXT, 'root', { atMs: 100, attributes: {} });
  return { root, drawn: () => drawSpans(spans()) };
}

describe('a span', () => {
  it('ends with all that is below it', () => {
    const { root, drawn } = begin();
    root.begin('child', { atMs: 110, attributes: {} }).begin('grandchild', { atMs: 120, attributes: {} });
    root.end(200);
    expect(drawn()).toEqual(['root 100-200', '  child 110-200', '    grandchild 120-200']);
  });

  it('ends once, and changes no more', () => {
    const { root, drawn } = begin();
    const child = root.begin('child', { atMs: 110, attributes: {} });
    child.end(150);
    child.fail('late');
    child.rename('late');
    child.end(170);
    root.end(200);
    expect(drawn()).toEqual(['root 100-200', '  child 110-150']);
  });

  it('begins not before its parent, and ends not before it begins', () => {
    const { root, drawn } = begin();
    const warn = vi.fn<() => void>();
    const logger = { error: warn, warn, info: warn, debug: warn, verbose: warn };
    api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
    onTestFinished(() => api.diag.disable());
    root.begin('child', { atMs: 50, attributes: {} }).end(60);
    root.end(90);
    expect(drawn()).toEqual(['root 100-100', '  child 100-100']);
    expect(warn).not.toHaveBeenCalled();
  });

  it('has the error that came first', () => {
    const { root, drawn } = begin();
    root.fail('first');
    root.fail('second');
    root.end(200);
    expect(drawn()).toEqual(['root 100-200 !first']);
  });

  it('forgets what has ended below it', async () => {
    setFlagsFromString('--expose_gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { root } = begin();
    const refs = Array.from({ length: 100 }, (_, atMs) => new WeakRef(beginAndEnd(root, atMs)));
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(refs.filter((ref) => ref.deref() !== undefined)).toEqual([]);
    expect(root.isOpen).toBe(true);
  });
});

function beginAndEnd(root: OpenSpan, atMs: number): OpenSpan {
  const child = root.begin('child', { atMs, attributes: {} });
  child.end(atMs);
  return child;
}
