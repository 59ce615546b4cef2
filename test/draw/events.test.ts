import { describe, expect, it } from 'vitest';
import { AXIS_PX, LEVEL_PX, middle } from '../../src/draw/lanes.ts';
import type { EventName, TimelineEvent } from '../../src/draw/model.ts';
import { all, bars, draw, laneOf, marbles, texts, VIEW } from './support/drawn.ts';

const createEvent = (name: EventName, atMs: number, detail = ''): TimelineEvent => ({ name, atMs, detail });
const labels = (drawn: string): readonly string[] => all(drawn, /<text class="event [^>]*>([^<]*)<\/text>/g);

describe('the nine events', () => {
  it('are marbles, hollow where something begins', () => {
    const drawn = draw({
      events: [createEvent('on_user_started_speaking', 11_000), createEvent('on_user_stopped_speaking', 12_000)],
    });
    expect([marbles(drawn, 'user open'), marbles(drawn, 'user')]).toEqual([[100], [200]]);
    expect(labels(drawn)).toEqual(['started', 'stopped']);
  });

  it('that happen at once hang below each other, each with its name', () => {
    const events = [
      createEvent('on_agent_interrupted', 11_000, 'We opened in'),
      createEvent('on_agent_stopped_speaking', 11_000),
      createEvent('on_agent_message_added', 11_000, 'We opened in'),
    ];
    const drawn = draw({ events });
    expect(labels(drawn)).toEqual(['interrupted after 3 words', 'stopped', 'message']);
    const line = laneOf('agentEvents').top + LEVEL_PX / 2;
    expect(all(drawn, /<circle [^>]*cx="100" cy="([\d.]+)"/g).map(Number)).toEqual([
      line,
      line + LEVEL_PX,
      line + 2 * LEVEL_PX,
    ]);
  });

  it('keep their marbles and lose their names where there is no room', () => {
    const events = Array.from({ length: 8 }, (_, index) =>
      createEvent('on_user_started_speaking', 11_000 + index * 100),
    );
    const drawn = draw({ events });
    expect(marbles(drawn, 'user open')).toHaveLength(8);
    expect(labels(drawn).length).toBeLessThan(8);
  });

  it('are seen in one part only', () => {
    const events = [createEvent('on_user_started_speaking', 12_000)];
    expect(marbles(draw({ events }, { ...VIEW, toMs: 12_000 }), 'user open')).toEqual([]);
    expect(marbles(draw({ events }, { ...VIEW, fromMs: 12_000 }), 'user open')).toEqual([0]);
  });

  it('show all when pointed at', () => {
    const drawn = draw({ events: [createEvent('on_user_message_added', 11_000, 'a < b')] });
    expect(drawn).toContain('<title>on_user_message_added: a &#60; b</title>');
  });
});

describe('an interruption', () => {
  const interruptions = [{ atMs: 12_000, text: 'after 3 words' }];

  it('is a line from the sound of the user through all lanes to that of the agent, which was cut', () => {
    const { top, height } = laneOf('agent');
    const drawn = draw({ interruptions });
    expect(drawn).toContain(`d="M200 ${AXIS_PX}V${top + height}"`);
    expect(drawn).toContain(`class="sign" d="M200 ${middle(laneOf('agent')) - 5}l`);
    expect(drawn).toContain('<title>interrupted after 3 words</title>');
  });

  it.each([
    ['ends where', { ...VIEW, toMs: 12_000 }, false],
    ['begins where', { ...VIEW, fromMs: 12_000 }, true],
    ['begins after', { ...VIEW, fromMs: 12_001 }, false],
  ])('is seen in one part only: one that %s it lies', (_which, view, seen) => {
    expect(draw({ interruptions }, view).includes('after 3 words')).toBe(seen);
  });
});

describe('an absence of the client', () => {
  it('is a shade behind all lanes, named where there is room', () => {
    const drawn = draw({
      gaps: [
        { kind: 'disconnected', fromMs: 11_000, toMs: 13_000 },
        { kind: 'muted', fromMs: 14_000, toMs: 14_100 },
      ],
    });
    expect(all(drawn, /<rect class="gap" x="(\d+)"/g)).toEqual(['100', '400']);
    expect(texts(drawn, 'gap').map(({ text }) => text)).toEqual(['disconnected']);
    expect(bars(drawn, 'gap')).toEqual([]);
  });

  it('is named again in the next row of a session', () => {
    const row = { ...VIEW, fromMs: 11_500, textToMs: 20_000 };
    const drawn = draw({ gaps: [{ kind: 'disconnected', fromMs: 11_000, toMs: 13_000 }] }, row);
    expect(texts(drawn, 'gap')).toMatchObject([{ at: 4, text: 'disconnected' }]);
  });
});
