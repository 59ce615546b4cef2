import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docsAddress } from '../../../src/studio/page/logic/docsLink.ts';
import { formatRoute, parseRoute, TABS, type Route } from '../../../src/studio/page/logic/route.ts';
import { runs } from '../../properties/runs.ts';

describe('the address', () => {
  it.each<[string, Route]>([
    ['', { view: 'calls', query: '' }],
    ['#/?query=wait+p95+%3E+1.5+s', { view: 'calls', query: 'wait p95 > 1.5 s' }],
    [
      '#/call/today/ses_1.jsonl?at=12.340&from=10.000&to=15.000',
      { view: 'call', id: 'today/ses_1.jsonl', tab: 'transcript', atMs: 12_340, fromMs: 10_000, toMs: 15_000 },
    ],
    [
      '#/call/ses_1.jsonl?tab=what-if&at=0.000',
      { view: 'call', id: 'ses_1.jsonl', tab: 'what-if', atMs: 0, fromMs: null, toMs: null },
    ],
  ])('%s names a place, and is written so', (address, route) => {
    expect(parseRoute(address)).toEqual(route);
    expect(parseRoute(formatRoute(route))).toEqual(route);
  });

  it.each(['#/call/', '#/call/%E0%A4%A', '#/elsewhere', '#<script>'])('%s leads to the calls', (address) =>
    expect(parseRoute(address).view).toBe('calls'),
  );

  it.each(['at=-1', 'at=NaN', 'from=5&to=1', 'from=1', 'from=&to=5', 'tab=none'])(
    'with %s shows the call from its start',
    (search) =>
      expect(parseRoute(`#/call/a?${search}`)).toEqual({
        view: 'call',
        id: 'a',
        tab: 'transcript',
        atMs: 0,
        fromMs: null,
        toMs: null,
      }),
  );

  it('holds every call', () => {
    const call = fc.record({ id: fc.string({ minLength: 1, unit: 'grapheme' }), tab: fc.constantFrom(...TABS) });
    fc.assert(
      fc.property(call, ({ id, tab }) => {
        const route: Route = { view: 'call', id, tab, atMs: 1500, fromMs: null, toMs: null };
        expect(parseRoute(formatRoute(route))).toEqual(route);
      }),
      runs(100),
    );
  });
});

describe('a link to the documentation', () => {
  it('leads there', () =>
    expect(docsAddress('errors.md#recording_invalid')).toBe(
      'https://github.com/antiphon/antiphon/blob/main/docs/errors.md#recording_invalid',
    ));

  it.each([
    'javascript:alert(1)',
    '//evil.example',
    '../../evil.md',
    'errors.md" onclick="',
    'https://evil.example/a.md',
    '',
    undefined,
  ])('does not exist for %s', (place) => expect(docsAddress(place)).toBeNull());
});
